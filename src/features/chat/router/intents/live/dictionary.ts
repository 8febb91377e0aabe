import { fixedPair } from '../../../../../platform/language/values/fixed-pairs.ts'
import { readQuoted } from '../../../../../platform/language/values/quoted.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { firstMatch, trimmed } from '../../readers/reader.ts'

/** Each as a word that is said for sure, and as several words, which may be a matter of something else. */
const wordings = (word: string) => [
  `(define|spell|pronounce) [out] [for me] <aWord> [a|an] ${word}`,
  `[<tell>|look up] [the] (definition|meaning|spelling|pronunciation) (of|for) <aWord> [a|an] ${word}`,
  `[the] dictionary entry (of|for) ${word}`,
  `look up the (word|term) ${word}`,
  `what (does|do) <aWord> ${word} (mean|stand for)`,
  `what (is|does) ${word} (mean|means)`,
  `what (do|does) <they> mean by ${word}`,
  `how (do|would|can|should) <they> (spell|pronounce) <aWord> ${word}`,
  `how to (spell|pronounce) <aWord> ${word}`,
  `how (is|are) <aWord> ${word} (spelled|spelt|pronounced)`,
  `[<tell>] [some|a|an|the|another] (synonym|synonyms|antonym|antonyms|opposite) (of|for) <aWord> ${word}`,
  `[<tell>] (another|a different) word for ${word}`,
]

export const intent = defineIntent({
  name: 'dictionary',
  label: 'Meaning of a word',
  example: 'Define serendipity',
  family: 'knowledge',
  sureAt: 0.93,
  slots: { word: required.text },
  needs: ['word'],
  templates: wordings('({word:word}|{word:pair})'),
  wideTemplates: wordings('{word}'),
  examples: [
    'what does the term {word} mean',
    'describe the meaning of {word}',
    'what is {word} mean',
    '(define|definition of|meaning of) {word}',
    "(what is|what's|tell me|give me|look up) the (definition|meaning) of [the word] {word}",
    "what's the meaning of {word}",
    'define the (word|term) {word}',
    'how (would you|do you|would one) define {word}',
    'what is meant by {word}',
    'what (is|does) {word} (mean|supposed to mean)',
    'look up [the word] {word} [in the dictionary]',
    '(dictionary|dictionary entry) [for] {word}',
    'explain the (word|term|meaning of) {word}',
    'is {word} a (real word|word)',
    'what part of speech is {word}',
    '{word} definition',
    '{word} meaning',
    '(synonyms|synonym|another word|antonyms) (for|of) {word}',
    'how is the word {word} pronounced',
    'how do (you|i) spell {word}',
    'spell {word}',
    'what is a word that means {word}',
    'can you tell me what {word} means',
    "i don't know what {word} means",
    'what exactly does {word} mean',
    'if someone says {word} what do they mean',
    'could you give me a brief definition of {word}',
    "i (do not|don't) (understand|know) the (word|term) {word}",
    "(what is|what's) the (proper|correct|dictionary|exact) (meaning|definition) (of|for) {word}",
    '(tell|show) me [what] {word} (means|definition|meaning)',
    'what {word} means',
    'how (can|could) i use {word} in a sentence',
    '(another|different|better|fancier) (word|term) for {word}',
    'what is the (opposite|plural|past tense|origin) of {word}',
    '[please] (explain|clarify) what {word} means',
    'is there a definition (of|for) {word}',
    'the word {word} means what',
    'what is {word} in simple terms',
    'whats a good synonym for {word}',
    'definition [:] {word}',
    'i (need|want|would like) the (definition|meaning) of {word}',
    'what is {word} defined as',
    '(what|can you tell me what) is the (significance|sense) of the word {word}',
    '{word} (what does it|what does that) mean',
  ],
  fill: ({ word }, { lower }) => (lower.startsWith('spell check') ? undefined : slotsOf(String(word))),
  read({ text }) {
    const found = readQuoted(text) ?? firstMatch(text, inOtherWords)
    return found === undefined ? undefined : slotsOf(found)
  },
})

const inOtherWords = [
  /\b(?:definition|meaning|synonyms?|antonyms?|spelling|pronunciation)s? (?:of|for|to|behind) (?:the (?:word|term) )?(.+?)(?: be)?$/i,
  /\bwhat (?:does |do |is )?(?:the (?:word|term) )?(.+?) (?:means?|stands? for|definition)\b/i,
  /\b(?:define|spell|pronounce|describe) (?:the (?:word|term) )?(.+?)(?: to me)?$/i,
]

/** What is asked about cannot be found in a dictionary. */
const noWord =
  /^(?:it|this|that|these|those|you|they|he|she|i|word|words|something|life|life itself|.*\b(?:your|my|our|this|that) .*|.*\b(?:error|warning|light|message|dream|red|beep|sign)\b.*|.* in \p{L}+)$/iu

function slotsOf(said: string) {
  const word = trimmed(said)
    .replace(/^(?:the|an?) /i, '')
    .toLowerCase()
  // "laconic and verbose" are two.
  if (fixedPair.test(word)) return { word }
  const isSeveral = /,| and | or /.test(word)
  return noWord.test(word) || isSeveral || word.split(' ').length > 5 ? undefined : { word }
}
