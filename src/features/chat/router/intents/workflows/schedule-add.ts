import { usualFolder } from '../../../../../platform/language/values/file-places.ts'
import { readPath } from '../../../../../platform/language/values/quoted.ts'
import type { RecurringTimes } from '../../../../../platform/language/values/recurring.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'
import { mayMakeSchedules, tellRuns, timesIn } from './schedule-times.ts'
import { scheduledWork } from './schedule-work.ts'
import { isTold, timesAndWork } from './times-and-work.ts'
import { titleOf } from './workflow-names.ts'
import { scheduleTable } from './workflow-tables.ts'
import type { WorkflowPort } from './workflow-port.ts'
import { saying } from '../../answers/act.ts'

const MAX_NAME_LENGTH = 80

/** What stands for itself, where the times stand first: "weekdays at 8:15 weather in Oslo". */
const subject = '(weather|forecast|news|headlines)'

export const intent = defineIntent({
  name: 'schedule.add',
  label: 'New schedule',
  example: 'Every friday at 5pm zip my Documents',
  effect: 'adds',
  shownBy: 'schedule.show',
  slots: {
    times: required.text,
    doubtful_hour: optional.number,
    command: required.text,
    folder: optional.text,
  },
  needs: ['times', 'command'],
  templates: [
    '{times:recurring} [:] [i want you to|you should] <pack> {what}',
    '[schedule] [a|an|the] <pack> {what} {times:recurring}',
    '{times:recurring} [:] <showme> {shown}',
    '<showme> {shown} {times:recurring}',
    `{often:recurring} [:] [the] ${subject} [{shown}]`,
    '(<my>|what is|what are|how is|how are|when is) {told} {times:recurring}',
    '{times:recurring} [:] [i want you to|you should] <work> {handled}',
    '[schedule] <work> {handled} {times:recurring}',
  ],
  fill({ shown, handled, told, often }, said) {
    // "hourly forecast" asks for the hours of one.
    if (often !== undefined && !(often as RecurringTimes).times.includes(' ')) return undefined
    if (told !== undefined && !isTold(said)) return undefined
    if (typeof shown === 'string' && !canBeShown(shown)) return undefined
    if (typeof handled === 'string' && !isOfTools(handled, said)) return undefined
    return read(said)
  },
  read,
  async act(understood, port) {
    const { slots, writer } = understood
    const { workflows } = port
    if (!mayMakeSchedules(understood)) return
    const work = await scheduledWork(understood, port)
    const wish = work && timesIn(workflows, understood)
    if (!work || !wish) return
    const name = await freeName(workflows, work.name.slice(0, MAX_NAME_LENGTH))
    const { steps, provenance, text } = work
    const made = await workflows.schedule({ ...wish, name, steps, ...(provenance && { provenance }) })
    writer.say(`Scheduled “${titleOf(made)}”: ${text} ${tellRuns(made, slots, understood.when)}`)
    writer.add(scheduleTable([made]))
    const message = `Yes, delete the schedule "${made.schedule_id}"`
    writer.add(saying('Delete this schedule', message, 'quiet'))
  },
})

function read(said: Sentence) {
  const found = timesAndWork(said)
  return found && { ...found, folder: folderToPack(found.command) }
}

/** "tell me to call mum" reminds, and "show up" shows nothing. */
function canBeShown(shown: string): boolean {
  return !/^(?:to|up|off|how to)\b/i.test(shown)
}

const handledByTools =
  /\b(?:files?|folders?|documents|downloads|desktop|pictures|photos|e?mails?|csv|pdfs?|spreadsheets?|scripts?|report)\b|#\w|@/i
/** Kept here, or done by people. */
const kept =
  /\b(?:remind|reminders?|alarm|timer|calendar|meetings?|appointments?|habit|(?:my|the|shopping|grocery|packing) list|shopping|todo|note|lights?|thermostat|music|budget|journal)\b/

/** Whether it speaks of what tools work on: who runs 5 km every morning means no tool. */
function isOfTools(handled: string, { lower }: Sentence): boolean {
  // "move the report to mondays" changes the times of something that is there.
  if (kept.test(lower) || /(?:^| )to$/i.test(handled) || /\b(?:instead|from now on)$/.test(lower))
    return false
  return readPath(handled) !== undefined || handledByTools.test(handled)
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

/** A second one of the same name could not be told from the first by its name. */
async function freeName(port: WorkflowPort, wanted: string): Promise<string> {
  const taken = new Set((await port.schedules()).map(({ name }) => name?.toLowerCase()))
  for (let number = 2, name = wanted; ; number++) {
    if (!taken.has(name.toLowerCase())) return name
    name = `${wanted} ${number}`
  }
}
