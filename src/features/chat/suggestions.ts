import type { Answerer } from './answering.ts'

const SHOWN = 3
/** Below this a guess has nothing to do with what was said. */
const MIN_SCORE = 0.2

const always = ['What can you do?', 'Weather in Oslo', '25 minute timer', 'Add milk to my shopping list']

/** The last one to be asked: nobody understood the message, and there is no model that could. */
export const suggestionsAnswerer: Answerer = async (asked, writer, reading) => {
  const { suggestionsFor } = await import('./router/suggestions.ts')
  const { whenOf } = await import('./router/readers/reader.ts')
  const { candidates } = await reading.understand()
  const likely = candidates.filter(({ score }) => score >= MIN_SCORE)
  const chips = suggestionsFor({ candidates: likely }, asked.message, whenOf(await reading.context()))
  const offered = chips.slice(0, SHOWN)
  const shown =
    offered.length > 0 ? offered : always.map((sentence) => ({ label: sentence, message: sentence }))
  writer.route({ by: 'suggestions', score: null, candidates: candidates.slice(0, 10) })
  writer.say(introduction(offered.length > 0))
  writer.add({
    type: 'row',
    children: [
      ...shown.map(({ label, message }) => ({
        type: 'button',
        label: label.slice(0, 80),
        action: { kind: 'chat', message: message.slice(0, 4_000) },
        look: 'secondary',
      })),
      {
        type: 'button',
        label: 'Set up a model',
        action: { kind: 'open', page: 'settings', item: 'model' },
        look: 'quiet',
      },
    ],
  })
  return true
}

function introduction(guessed: boolean): string {
  return guessed
    ? "I didn't understand that. Did you mean one of these?"
    : "I didn't understand that. Try one of these, or a model for everything else."
}
