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
