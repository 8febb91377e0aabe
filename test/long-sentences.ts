/** The longest sentence that the router looks at. */
const LENGTH = 300

/** What makes a sentence dear to understand: whatever many templates wait for, and whatever may end in many places. */
const words: Readonly<Record<string, readonly string[]>> = {
  ands: ['and', 'then', 'also', 'and then', 'plus', 'or'],
  commas: ['milk,', 'eggs;', 'bread.', 'tea,', 'add,', 'rice:'],
  numbers: ['1', '22', '3.5', '1,000', 'twenty', 'five', 'half', '3d6', '50%', '-7', '1/2', '12:30'],
  sums: ['+', '-', 'times', '*', '/', 'plus', 'minus', '%', 'of', '(', ')', '^'],
  dates: [
    'monday',
    'tomorrow',
    'at 7',
    'on friday',
    'next week',
    '3/4',
    'in 2 hours',
    'every day',
    'may',
    '7 pm',
  ],
  quotes: ['"', "'", '“milk', 'eggs”', '"a b"', "it's", "'c'", '`'],
  lists: [
    'shopping',
    'todo',
    'packing',
    'list',
    'my list',
    'hardware store',
    'to my shopping list',
    'camping',
  ],
  paths: ['~/a.txt', '/etc/hosts', 'notes.md', '~/b c/d.pdf', 'https://example.com/a?b=c', 'a@b.co', '../x'],
  verbs: [
    'add',
    'remind me to',
    'set a timer for',
    'show',
    'what is',
    'delete',
    'open',
    'note',
    'call',
    'how many',
  ],
  small: ['to', 'in', 'of', 'for', 'on', 'at', 'my', 'the', 'from', 'with', 'is', 'a'],
  subjects: [
    'weather',
    'news',
    'timer',
    'alarm',
    'stock',
    'meeting',
    'reminder',
    'translate',
    'usd',
    'km',
    'paris',
  ],
  german: [
    'und',
    'stell',
    'einen Timer',
    'auf',
    'fünf',
    'Minuten',
    'morgen',
    'um halb acht',
    'bitte',
    'Milch',
    'die',
  ],
  letters: ['ö', '日本', '🙂', 'ﬁ', 'é', '\u{200B}', 'Ω', 'нет', '𝔘', 'a\u{301}'],
  joined: ['a-b', 'x_y', 'aaaaaaaaaaaaaaaa', '::', '..', '--', 'and,and', '1-2-3', "o'clock"],
}

/** Openings that lead far into the templates. */
const openings: readonly string[] = [
  '',
  'add ',
  'remind me to ',
  'what is the ',
  'set a timer for ',
  'weather in ',
  'convert ',
  'note that ',
  'delete ',
  'meeting with ',
  'every day at 8 ',
  'setz ',
  'erinnere mich ',
  'do not ',
  'translate ',
  'copy ',
]

export interface LongSentence {
  readonly kind: string
  readonly text: string
}

/** Sentences as long as they may be, of what is dear to understand: the same ones for the same seed. */
export function longSentences(count: number, seed = 1): LongSentence[] {
  const random = randomFrom(seed)
  const kinds = Object.keys(words)
  const one = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)]!
  return Array.from({ length: count }, (_, index) => {
    // Each kind alone, then with others: a few at a time are worse than all at once.
    const chosen = [kinds[index % kinds.length]!, ...Array.from({ length: index % 4 }, () => one(kinds))]
    const between = one([' ', ' ', ' ', ' and ', ', ', '\n', ''])
    let text = one(openings)
    while (text.length < LENGTH) text += one(words[one(chosen)]!) + between
    return { kind: chosen.join(' '), text: text.slice(0, LENGTH) }
  })
}

/** Mulberry32: what comes next is told by the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
