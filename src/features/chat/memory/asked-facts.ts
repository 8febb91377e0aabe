import { kindNamed } from './fact-kinds.ts'
import { relative } from './fact-patterns.ts'

/** What a question about oneself wants to know. */
export interface AskedFact {
  readonly kind: string
  /** The same in words, as it is told back: "your work email". */
  readonly name: string
}

const whose = `(${relative})`

const questions: readonly (readonly [RegExp, (found: RegExpExecArray) => AskedFact])[] = [
  [
    /^where (?:do i live|do we live|i live)$|^what (?:city|town|place) do i live in$/,
    () => ({ kind: 'home_city', name: 'where you live' }),
  ],
  [/^where (?:do i|i) work$/, () => ({ kind: 'workplace', name: 'where you work' })],
  [
    /^what (?:do i do for (?:a living|work)|is my (?:job|profession|occupation))$/,
    () => ({ kind: 'job', name: 'your job' }),
  ],
  [
    /^when (?:is my birthday|my birthday is|was i born|i was born)$/,
    () => ({ kind: 'birthday', name: 'your birthday' }),
  ],
  [
    /^when is (?:my|our)(?: wedding)? anniversary$/,
    () => ({ kind: 'anniversary', name: 'your anniversary' }),
  ],
  [/^what (?:am i|i am) allergic to$/, () => ({ kind: 'allergy', name: 'what you are allergic to' })],
  [
    /^(?:what|which)(?: kind of)? car (?:do i|i) (?:have|own|drive)$|^what do i drive$/,
    () => ({ kind: 'car', name: 'your car' }),
  ],
  [/^what languages? (?:do i|i) speak$/, () => ({ kind: 'speaks', name: 'the languages you speak' })],
  [/^how old am i$/, () => ({ kind: 'age', name: 'your age' })],
  [
    new RegExp(String.raw`^when is my ${whose}'s birthday$`, 'u'),
    ([, who = '']) => ({ kind: `birthday_of:${keyOf(who)}`, name: `your ${who}'s birthday` }),
  ],
  [
    new RegExp(
      String.raw`^(?:what is my ${whose}'s name|what is my ${whose} called|who is my ${whose})$`,
      'u',
    ),
    ([, ...found]) => {
      const who = found.find((part) => part !== undefined) ?? ''
      return { kind: `relative:${keyOf(who)}`, name: `your ${who}'s name` }
    },
  ],
]

const plainQuestion = /^(?:what is|what are|what was|do you (?:know|remember)|tell me) (my .+)$/

/** The fact that a question asks for; undefined when it asks for something else. */
export function askedFact(message: string): AskedFact | undefined {
  const lower = message
    .trim()
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.?!]+$/, '')
    .replace(
      /^(?:(?:hey|so|and|please|do you (?:know|remember)|tell me|can you tell me) )+(?=(?:what|where|when|who|how)\b)/,
      '',
    )
    .replace(/^(what|where|when|who)'?s\b/, '$1 is')
  for (const [pattern, read] of questions) {
    const found = pattern.exec(lower)
    if (found) return read(found)
  }
  const about = plainQuestion.exec(lower)?.[1]
  const kind = about === undefined ? undefined : kindNamed(about)
  return kind === undefined ? undefined : { kind, name: about!.replace(/^my /, 'your ') }
}

function keyOf(words: string): string {
  return words.trim().replaceAll(/[\s-]+/g, '_')
}
