import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import { told, type Caller, type NeedContext } from './need.ts'
import type { WordReading } from './readings.ts'

export function createWord({ hub, widgets, now }: NeedContext) {
  const { dictionaryEntries, wiktionaryDefinitions } = widgets.word

  return async (given: string, caller: Caller) => {
    const word = given.trim()
    const inSmallLetters = word.toLowerCase()
    const wiktionary =
      (form: string): Attempt<WordReading> =>
      (turn) =>
        hub.ask(wiktionaryDefinitions, { word: form }, turn)
    const answered = await firstAnswer<WordReading>(
      [
        (turn) => hub.ask(dictionaryEntries, { word: inSmallLetters }, turn),
        // Wiktionary tells Polish from polish.
        wiktionary(word),
        ...(inSmallLetters === word ? [] : [wiktionary(inSmallLetters)]),
      ],
      hub.turn(caller),
      // The first one knows fewer words: that it has none says nothing about the second.
      () => false,
    )
    return told(answered, now)
  }
}
