import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import { defineWidget } from '../kit/widget.ts'
import { wordContract, type WordReading } from './contract.ts'
import { dictionaryEntries } from './dictionaryapi.ts'
import { wiktionaryDefinitions } from './wiktionary.ts'

export const word = defineWidget(wordContract, {
  lookups: [dictionaryEntries, wiktionaryDefinitions],

  async answer(wish, { hub, turn }) {
    const given = wish.word.trim()
    const inSmallLetters = given.toLowerCase()
    const wiktionary =
      (form: string): Attempt<WordReading> =>
      (part) =>
        hub.ask(wiktionaryDefinitions, { word: form }, part)
    return await firstAnswer<WordReading>(
      [
        (part) => hub.ask(dictionaryEntries, { word: inSmallLetters }, part),
        // Wiktionary tells Polish from polish.
        wiktionary(given),
        ...(inSmallLetters === given ? [] : [wiktionary(inSmallLetters)]),
      ],
      turn,
      // The first one knows fewer words: that it has none says nothing about the second.
      () => false,
    )
  },

  summary: ({ word: found, meanings }) =>
    `${found}: ${meanings[0]?.definitions[0]?.definition ?? 'no definition'}`,
})
