import { readLanguages, readPeople } from '../../../../../platform/language/values/languages.ts'
import { readQuoted } from '../../../../../platform/language/values/quoted.ts'
import { askFor, textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional, type Captured } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import { asSaid } from '../../readers/as-said.ts'
import { firstMatch, trimmed } from '../../readers/reader.ts'

const word = '[the] [word|words|phrase|sentence|text|following] [:]'
const greetings =
  '(hello|hi|goodbye|good bye|bye|good (morning|evening|night|afternoon|day)|thank you [very much]|thanks|please|yes|no|sorry|excuse me|cheers|welcome|i love you|happy (birthday|new year)|merry christmas|how are you|see you [later|tomorrow])'

export const intent = defineIntent({
  name: 'translator',
  label: 'Translation',
  example: 'How do you say good morning in German?',
  slots: { text: optional.text, target: optional.text, source: optional.text },
  needs: ['text', 'target'],
  templates: [
    'translate [the] (word|words|phrase|sentence) {text} [from {source:language}] (to|into|in) {target:language}',
    'translate {text} [from {source:language}] (to|into|in) {target:language}',
    'translate [this|that|it|the following] [sentence|phrase|text|word] [from {source:language}] (to|into|in) {target:language} : {text}',
    'translate [this|that|it|the following] (to|into) {target:language}',
    'translate {text} from {source:language}',
    `how (do|would|can|could|should|might) <they> <saying> [the (word|words|phrase)] {text} (in|into|to) {target:language}`,
    `how (do|would|can|could|should|might) <they> <saying> [the (word|words|phrase)] {text} in {target:country}`,
    '[i want to know|tell me|show me|i need to know] how to <saying> {text} in ({target:language}|{target:country})',
    'say {text} in {target:language}',
    'in {target:language} (how|what) (do|would|can|could|should) <they> <saying> [for] {text}',
    '[what is|what are|tell me|give me] [the] {target:language} (word|words|translation|phrase|term|expression|equivalent|name) (for|of) {text}',
    '[what is] [the] (word|translation|phrase|term|expression) (for|of) {text} (in|into) {target:language}',
    '[what is] [the] {target:language} for {text}',
    'what is {text} in {target:language}',
    'what (does|do|did) [the (word|words|phrase)] {text} mean in {target:language}',
    `${greetings} in {spoken:language}`,
  ],
  wideTemplates: [`translate ${word} {text}`, '(translate|translator)'],
  examples: [
    'how do they say {phrase} in {country}',
    'what do (people|they) say for {phrase} in {country}',
    '(how do (you|i)|how would (you|i)|how can i) say {phrase} in {language}',
    "(what's|what is) {phrase} in {language}",
    'say {phrase} in {language}',
    'how do (people|they) say {phrase} in {language}',
    'what do (they|you) call {phrase} in {language}',
    'in {language} how do (you|i) say {phrase}',
    'i need to know how to say {phrase} in {language}',
    '(translate|put) {phrase} from {language} (to|into) {language}',
    'how (would|do) {people} say {phrase}',
    'what word do {people} use for {phrase}',
    'how do i (ask|greet someone|order|tell someone) {phrase} in {language}',
    'if i were {people} how would i say {phrase}',
    'translator',
    'translate something',
    'i need a translation [into {language}]',
    "(what is|what's) [the] {phrase} (called|said) in {language}",
    'tell me how to (say|ask|write) {phrase} in {language}',
    'i (want|need|would like) to (say|know how to say) {phrase} (in|to someone in) {language}',
    '(translation|translate) : {phrase} (to|in|into) {language}',
    '(how|what) would {phrase} be in {language}',
    '{phrase} in {language}',
    '{phrase} to {language}',
    "(give me|what's|find) the {language} (translation|equivalent|version) (of|for) {phrase}",
    'how (can|should|might) i (express|pronounce|write) {phrase} in {language}',
    'what is the (word|phrase) for {phrase} in {language}',
    'convert {phrase} to {language}',
  ],
  counterExamples: [
    'answer [me] in {language} [instead|from now on]',
    '(can you|please) (speak|talk|respond|reply) [to me] in {language}',
    'use {language} (instead of {language}|as your language)',
    'switch your (language|voice) to {language}',
  ],
  fill(captured, sentence) {
    const { lower } = sentence
    if (aboutItself.test(lower)) return undefined
    const found = textIn(captured, sentence)
    const text = found === undefined ? undefined : phraseOf(found, sentence)
    // "what does this mean in English" asks about something that is not there.
    if (found !== undefined && text === undefined && lower.includes(' mean in ')) return undefined
    return { text, target: targetIn(captured), source: textOf(captured, 'source') }
  },
  read(sentence) {
    const { text, lower } = sentence
    const target = readLanguages(lower).at(-1)?.code ?? readPeople(text)
    if (target === undefined && !/\btranslat/.test(lower)) return undefined
    const found = readQuoted(text) ?? firstMatch(text, phrases) ?? phraseBefore(sentence)
    return { text: found === undefined ? undefined : phraseOf(found, sentence), target }
  },
  act({ slots, writer }) {
    if (slots.target !== undefined) {
      if (slots.text === undefined) writer.decline('What should I translate? Write it here.')
      return writer.add(widget('translator', slots, ['text', 'target', 'source']))
    }
    writer.decline('Into which language?')
    const text = (slots.text ?? '').replaceAll('$', '$$$$')
    writer.add(
      askFor({
        title: 'Translate',
        label: 'Language',
        placeholder: 'German',
        message: `Translate "${text}" to $value`,
      }),
    )
  },
})

function textIn(captured: Captured, { text }: Sentence): string | undefined {
  // A greeting is known by its words, which no slot holds.
  if (captured['spoken'] !== undefined) return text.slice(0, text.lastIndexOf(' in '))
  return textOf(captured, 'text')
}

function targetIn(captured: Captured): string | undefined {
  const source = textOf(captured, 'source')
  // Whoever only says what it is in wants to understand it.
  const understood = source === undefined || source === 'en' ? undefined : 'en'
  return textOf(captured, 'target') ?? textOf(captured, 'spoken') ?? understood
}

/** What begins so is itself a question, in which a language is only named. */
const asking = /^(?:how|what|which|who|where|when|why|is|are|can|could|do|does|in|translat\w*)\b/i

/** Asks to be spoken to, not for words. */
const aboutItself = /\b(?:speak\w*|talk\w*|understand|answer|respond|your (?:language|voice|accent))\b/

/** "hi in German", "cat in Italian": all of it but the language. */
function phraseBefore({ said }: Sentence): string | undefined {
  return asking.test(said) ? undefined : /^(.+?),? in [\p{L} ]+[?.!]*$/iu.exec(said)?.[1]
}

const phrases = [
  /\b(?:translat\w+|say|ask for|ask|tell someone|write|call|express|order|use (?:to|for)(?: say)?)(?: the (?:word|phrase|words))? (.+?),? (?:in|into|to|if|as|like|when|using) /i,
  /\b(?:words?|terms?|phrase|translation|expression) (?:for|of) (.+?)(?: (?:in|into) .*)?$/i,
  /\b(?:say|use for|call)(?: the (?:word|phrase))? (.+)$/i,
]

/** What is spoken of, and not said. */
const nothingYet =
  /^(?:(?:my|our|your|his|her|their|this|that|these|those) (?:website|web ?site|page|site|menu|document|file|letter|e-?mail|mail|message|article|book|text|note|cv|resume|report|presentation|error)|(?:this|that|it|these|those) (?:to|into|for) .+|this|that|it|something|a (?:phrase|sentence|word)|the following|(?:this|the following) (?:sentence|phrase|text|word)|you|they|he|she)$/i

function phraseOf(found: string, sentence: Sentence): string | undefined {
  const phrase = trimmed(found)
  return nothingYet.test(phrase) ? undefined : asSaid(sentence, phrase)
}
