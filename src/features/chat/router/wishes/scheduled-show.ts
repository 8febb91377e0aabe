import { roughRepeat } from '../../../../platform/language/values/when-words.ts'
import { asSentence } from '../as-sentence.ts'
import { beginsWithTimes, isTold, timesAndWork } from '../intents/workflows/times-and-work.ts'
import type { Sentence } from '../normalize.ts'
import type { Meaning } from '../understanding.ts'
import { isAct } from './is-a-wish.ts'
import { asks } from './lost-repetition.ts'

/** What is worth looking at again: it changes by itself, or by what the person does. */
const changing =
  /^(?:live_|news_|system\.|currency_converter$|calendar_view$|astronomy$|moon$|sun$|standings$|rss_reader$|date$|countdown$|recipe_viewer$|budget|habit\.ask$|(?:notes|bookmarks|reading_list|journal|kanban_board)$|mail\.read$|teamchat\.read$|issue\.list$)|\.show$/
const rough = new RegExp(
  String.raw`${roughRepeat}|\bonce an? |\bmon(?:day)?s?(?: to | through | till | ?- ?)fri|\beveryday\b`,
  'i',
)
/** Said of a notification, which brings what is shown. */
const notify =
  /^(?:notify|update|inform|brief|alert|text|message|send|keep) (?:me|us) (?:(?:posted |updated |informed )?(?:of|about|on|with) )?/i

/** What can be shown can be scheduled: "weekdays at 7:30, what's on my calendar" shows it every time. */
export async function scheduledShow(
  sentence: Sentence,
  byShape: (text: string) => Promise<Meaning | undefined>,
): Promise<{ readonly meaning: Meaning; readonly inEnglish: Sentence } | undefined> {
  if (!rough.test(sentence.said)) return undefined
  // "what is the weather like on mondays" is answered now.
  const isAsked = asks.test(sentence.lower) && !isTold(sentence)
  const slots = isAsked && !beginsWithTimes(sentence) ? undefined : timesAndWork(sentence)
  if (!slots?.times.includes(' ')) return undefined
  const command = slots.command.replace(notify, 'show me ')
  const shown = await byShape(command)
  if (!shown || !isChanging(shown)) return undefined
  return {
    meaning: { intent: 'schedule.add', slots: { ...slots, command }, score: 1, by: 'grammar' },
    // With its times first it is a wish, also where a question is asked every time.
    inEnglish: asSentence(`${slots.times} ${command}`),
  }
}

/** Whoever names a habit begins to track it. */
function isChanging({ intent, slots }: Meaning): boolean {
  if (intent === 'habit_tracker') return slots['habit'] === undefined
  return !isAct(intent) && changing.test(intent)
}
