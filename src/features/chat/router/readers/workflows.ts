import { usualFolder } from '../../../../platform/language/values/file-places.ts'
import { readPath } from '../../../../platform/language/values/quoted.ts'
import { repetitionPattern } from '../../../../platform/language/values/repetition.ts'
import { clockText, readTime } from '../../../../platform/language/values/times.ts'
import { timeWord } from '../../../../platform/language/values/when-words.ts'
import { firstMatch, present, trimmed, type SlotReader } from './reader.ts'

const verbs =
  '(?:pause|stop|interrupt|hold|halt|resume|continue|unpause|go on with|run|start|execute|do|repeat|rerun|re-run|retry|kick off|trigger|is|has|did|does|will|when is|when does|when will|status of|suspend|disable|enable|turn (?:on|off)|cancel|delete|remove|get rid of|let|restart)'
const tail =
  '(?: (?:workflow|job|run|schedule|flow|task|again|once more|now|right now|immediately|straight away|today|please|finish(?:ed)?|fail(?:ed)?|succeed(?:ed)?|work(?:ed)?|complete(?:d)?|going|running|still|next|last night|yesterday|this morning|scheduled|start|go on|every \\w+|on hold|doing|done|over|ok|okay|go through|for now|until .+))*'

/** "the backup", "my nightly report workflow", `the schedule "Weekly report"` */
export const readWorkflowName: SlotReader = ({ text, lower }) => {
  // Two things at once are not one name.
  if (/\b(?:then|and) (?:pause|resume|run|start|stop|delete|disable|enable|show|turn)\b/.test(lower))
    return undefined
  const name = firstMatch(text.replace(/[?!.]+$/, ''), [
    /\b(?:schedule|workflow|job) (?:called |named )?["“]([^"”]+)["”]/i,
    new RegExp(
      String.raw`\b${verbs} (?:running )?(?:the |my |our |a )+(?:schedule|workflow|job) (?:called |named |for (?:the )?)?(.+?)${tail}$`,
      'i',
    ),
    new RegExp(String.raw`\b${verbs} (?:running )?(?:the |my |our |a )+(.+?)${tail}$`, 'i'),
    /\bput (?:the |my )?(.+?) on hold\b/i,
  ])
  const named =
    name === undefined ||
    /^(?:workflows?|jobs?|flow|it|this|that|last|failed|paused|running|current|schedules?|all)(?: (?:one|workflows?|jobs?))?$/i.test(
      name,
    )
      ? undefined
      : name
  return present({
    name: named,
    all: /\ball\b/.test(lower) ? true : undefined,
    status: statusIn(lower),
    of: /\bschedule\b/.test(lower)
      ? 'schedule'
      : /\b(?:workflow|job|run of)\b/.test(lower)
        ? 'workflow'
        : undefined,
    confirmed: /^yes\b/.test(lower) ? true : undefined,
  })
}

function statusIn(lower: string): string | undefined {
  if (/\bfail/.test(lower)) return 'failed'
  if (/\bpaused\b/.test(lower)) return 'paused'
  if (/\bwaiting\b/.test(lower)) return 'waiting'
  return /\b(?:running|working on)\b/.test(lower) ? 'running' : undefined
}

export const readScheduleChange: SlotReader = (sentence, when) => {
  const slots = readWorkflowName(sentence, when)
  const isOn = /\b(?:resume|enable|turn on|unpause|reactivate)\b/.test(sentence.lower)
  return slots && present({ ...slots, of: 'schedule', enabled: isOn })
}

/** When something recurs: "every monday at 9", "at 5pm on weekdays", "every 2 hours". */
export const recurringWords = String.raw`(?:(?:${timeWord}[, ]+)?(?:every (?:noon|midnight)|${repetitionPattern})(?:[, ]+(?:${timeWord}|in the (?:morning|afternoon|evening)))*)`

const before = new RegExp(
  String.raw`^(${recurringWords})(?:,|:)?\s+(?:please |i want you to |you should )?(.+)$`,
  'i',
)
const behind = new RegExp(String.raw`^(.+?),?\s+(${recurringWords})$`, 'i')

/** Verbs of work that tools can do, and of what people would like to be shown. */
const work =
  /^(?:please )?(?:back ?up|backing up|make (?:a )?back ?up|create (?:a )?back ?up|zip|compress|archive|copy|move|delete|clean|tidy|sort|list|find|search|write|create|convert|export|merge|send|email|post|run|open|download|read|check|show|tell|give|fetch|rename|extract|summari[sz]e|generate|get)\b/i

/** "every monday at 9 back up Documents", "zip my Documents every friday at 5pm" */
export const readNewSchedule: SlotReader = ({ text }) => {
  const spoken = text.replace(/[?!.]+$/, '').replace(/^schedule (?:an? |the )?/i, '')
  const match = before.exec(spoken)
  const other = match ? undefined : behind.exec(spoken)
  const times = match?.[1] ?? other?.[2]
  const command = trimmed(match?.[2] ?? other?.[1] ?? '')
  // "move the report to mondays" changes the times of something that is there.
  if (times === undefined || !work.test(command) || / to$/i.test(command)) return undefined
  return present({ ...timesOf(times), command, folder: folderToPack(command) })
}

/** The times in the words that a schedule takes: by the clock of 24 hours, so that "night at 11" is no morning. */
function timesOf(words: string): { times: string; doubtful_hour?: number } {
  const said = new RegExp(timeWord, 'i').exec(words)?.[0]
  const days = words
    .replace(/\bnightly\b/i, 'every night')
    .replace(/\bin the (?:morning|afternoon|evening)\b/i, '')
  const time =
    said === undefined
      ? undefined
      : readTime(`at ${said.replace(/^(?:at|@|around|from) (?:about )?/i, '')} ${partOf(words)}`)
  if (said === undefined || !time) return { times: days.trim() }
  const isSmall = /\bnight/i.test(words) && time.hour % 12 < 6 && !/pm/i.test(said)
  const clock = clockText({ hour: isSmall ? time.hour % 12 : time.hour, minute: time.minute })
  const times = `${days
    .replace(said, ' ')
    .replaceAll(/[,\s]+/g, ' ')
    .trim()} at ${clock}`
  const isDoubtful = !time.isExact && time.hour >= 1 && time.hour <= 6
  return isDoubtful ? { times, doubtful_hour: time.hour } : { times }
}

function partOf(words: string): string {
  if (/\b(?:night|evening|nightly)\b/i.test(words)) return 'at night'
  return /\b(?:morning|afternoon)\b/i.exec(words)?.[0] ?? ''
}

const packing =
  /^(?:(?:make (?:a )?|create (?:a )?)?back(?:ing)? ?up(?: of)?|archive|zip(?: up)?|compress|pack) (?:the |my |all |all of )*(.+?)(?: (?:folder|directory|files))?$/i

/** The folder of "back up my Documents folder"; undefined when another target or more is said. */
function folderToPack(command: string): string | undefined {
  const what = packing.exec(command)?.[1]
  if (what === undefined) return undefined
  const path = readPath(what)
  if (path !== undefined) return path === what ? path : undefined
  return usualFolder(what)
}

/** "run the backup every day at 10 instead" */
export const readScheduleTimes: SlotReader = ({ text }) => {
  const match = new RegExp(
    String.raw`^(?:run|do|start|make|change|move|set|reschedule|switch) (?:the |my |our )?(.+?)(?: (?:schedule|workflow|job))?(?: times?)?(?: (?:to|run|to run|so that it runs))* (${recurringWords})(?: instead| from now on)?$`,
    'i',
  ).exec(text.replace(/[?!.]+$/, ''))
  if (!match) return undefined
  return present({ name: trimmed(match[1]!), ...timesOf(match[2]!) })
}
