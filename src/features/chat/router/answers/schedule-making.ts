import { basename } from 'node:path'
import { AppError } from '../../../../contract/errors.ts'
import type { NewSchedule } from '../../../workflows/schedules.ts'
import type { WorkflowStep } from '../../../workflows/schemas.ts'
import type { ScheduleWish } from '../../../workflows/wizard/schedule-words.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { callTool, type ToolDeps } from './call-tool.ts'
import type { ScheduleSummary, WorkflowDoors } from './workflow-doors.ts'
import { momentText, namedIn, titleOf, wantedName } from './workflow-names.ts'
import { scheduleTable } from './workflow-tables.ts'

const LONGEST_NAME = 80
const TOLD_RUNS = 3

/** Making a schedule of a sentence, and giving one other times. */
export function scheduleChangeActs(doors: WorkflowDoors, tools: ToolDeps): Readonly<Record<string, Act>> {
  return {
    'schedule.add': (understood) => addSchedule(doors, tools, understood),
    'schedule.change': (understood) => changeTimes(doors, understood),
  }
}

async function addSchedule(doors: WorkflowDoors, tools: ToolDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const command = textOf(slots, 'command')!
  if (!mayChange(understood)) return
  const work = await workOf({ doors, tools, understood, command })
  const wish = work && timesIn(doors, understood)
  if (!work || !wish) return
  const { provenance } = work
  const name = await freeName(doors, work.name.slice(0, LONGEST_NAME))
  const made = await doors.schedule({ ...wish, name, steps: work.steps, ...(provenance && { provenance }) })
  voice.say(
    `Scheduled “${titleOf(made)}”: ${work.text} ${runsText(made, understood)}${doubtText(understood)}`,
  )
  voice.add(scheduleTable([made]))
  voice.add({
    type: 'button',
    label: 'Delete this schedule',
    look: 'quiet',
    action: { kind: 'chat', message: `Yes, delete the schedule "${made.schedule_id}"` },
  })
}

/** A second one of the same name could not be told from the first by its name. */
async function freeName(doors: WorkflowDoors, wanted: string): Promise<string> {
  const taken = new Set((await doors.schedules()).map(({ name }) => name?.toLowerCase()))
  for (let number = 2, name = wanted; ; number++) {
    if (!taken.has(name.toLowerCase())) return name
    name = `${wanted} ${number}`
  }
}

/** Only who is at this machine makes schedules: they run when nobody looks. */
function mayChange({ asked, voice }: Understood): boolean {
  if (asked.provenance === 'local-client') return true
  voice.say('Schedules are made on this machine only, not by a message from outside.')
  return false
}

function timesIn(doors: WorkflowDoors, { slots, voice, when }: Understood): ScheduleWish | undefined {
  const times = textOf(slots, 'times')!
  const read = doors.readTimes(times)
  if ('wish' in read && read.wish)
    return read.wish.cron === undefined ? read.wish : { timezone: when.timeZone, ...read.wish }
  const command = textOf(slots, 'command')
  if ('problem' in read && read.problem.startsWith('At what time') && command !== undefined) {
    voice.decline('At what time? Nothing was scheduled yet.')
    voice.add({
      type: 'form',
      title: 'Schedule',
      children: [{ type: 'input', name: 'value', label: 'Time', input_type: 'time', required: true }],
      submit_label: 'Schedule',
      action: { kind: 'chat', message: `${times} at $value ${command}`.slice(0, 4_000) },
    })
    return undefined
  }
  voice.decline(`Nothing was scheduled. ${'problem' in read ? read.problem : 'Say when it is to run.'}`)
  return undefined
}

interface Work {
  readonly name: string
  readonly steps: readonly WorkflowStep[]
  /** Who is behind the steps, where it is not the person. */
  readonly provenance?: 'model'
  /** What it does, as a sentence. */
  readonly text: string
}

interface WorkWish {
  readonly doors: WorkflowDoors
  readonly tools: ToolDeps
  readonly understood: Understood
  readonly command: string
}

async function workOf(wish: WorkWish): Promise<Work | undefined> {
  const folder = textOf(wish.understood.slots, 'folder')
  return folder === undefined ? planned(wish) : archive(wish, folder)
}

/** A dated archive of a folder that is there. */
async function archive({ tools, understood, command }: WorkWish, folder: string): Promise<Work | undefined> {
  const found = await callTool(tools, understood, { action: 'FILE_INFO', args: { path: folder } })
  if (!found) {
    understood.voice.decline('So nothing was scheduled.')
    return undefined
  }
  const called = folder === '~' ? 'Home' : basename(folder)
  const to = `~/Backups/${archiveName(folder)}-$today.zip`
  const step = {
    id: 'pack',
    agent: tools.describeTool('COMPRESS_FILES')?.agent ?? 'file-manager',
    action: 'COMPRESS_FILES',
    args: { paths: [folder.replaceAll('$', '$$$$')], to, overwrite: true },
    depends_on: [],
  }
  const isBackup = /\bback(?:ing)? ?up\b/i.test(command)
  return {
    name: isBackup ? `Backup of ${called}` : `Zip of ${called}`,
    steps: [step],
    text: `it packs ${folder} into ${to.replace('$today', '<date>')}; a second run on one day replaces the first.`,
  }
}

/** With the folders around it: two of one name must not write over the archives of each other. */
function archiveName(folder: string): string {
  const within = folder.replace(/^~\/?/, '').replaceAll('$', '')
  const parts = within.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? 'Home' : parts.join('-')
}

/** Shown at a certain time it would be seen by nobody: a schedule runs tools. */
const onlyShown =
  /^(?:show|tell|give|read|say|what|how|check|let me know|play|display|report|is|are|sing|notify)\b|\b(?:weather|forecast|news|headlines|stocks?|scores?|temperature|joke|price of|traffic)\b/i

async function planned({ doors, understood, command }: WorkWish): Promise<Work | undefined> {
  const { asked, voice } = understood
  const refuse = (sentence: string): undefined => {
    voice.decline(sentence)
    return undefined
  }
  if (onlyShown.test(command))
    return refuse(cannot(command, 'it is something to show, and no tool does it by itself'))
  try {
    const { steps, explanation, unplanned } = await doors.plan(command, asked.signal)
    if (unplanned.length > 0) return refuse(cannot(unplanned.join('”, “'), 'no tool is known that does it'))
    const lacking = steps.find(({ needs_human }) => needs_human === true)
    if (lacking && /\b(?:is|are) missing\b|left out/.test(explanation))
      return refuse(`Nothing was scheduled, for something is missing:\n\n${explanation}`)
    return { name: capital(command), steps, provenance: 'model', text: `\n\n${explanation}\n\n` }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    return refuse(cannot(command, 'no tool is known that does it'))
  }
}

function cannot(what: string, why: string): string {
  return (
    `I cannot schedule “${what}”: ${why}. Nothing was scheduled. ` +
    'What can be: work on files, say “every friday at 5pm zip my Documents”, or a reminder, say “remind me every day at 8 to look at it”.'
  )
}

function runsText({ next_runs }: ScheduleSummary, { when }: Understood): string {
  const runs = next_runs.slice(0, TOLD_RUNS).map((run) => momentText(run, when))
  return runs.length === 0 ? 'It never comes about.' : `Next: ${runs.join('; ')} (${when.timeZone}).`
}

/** "At 5" can be meant otherwise. */
function doubtText({ slots }: Understood): string {
  const hour = slots['doubtful_hour']
  return typeof hour === 'number' ? ` If you meant ${hour} in the afternoon, say ${hour}pm.` : ''
}

/** A schedule cannot be given other times: it is made anew with the same steps, and the old one goes. */
async function changeTimes(doors: WorkflowDoors, understood: Understood): Promise<void> {
  const { voice } = understood
  if (!mayChange(understood)) return
  const all = await doors.schedules()
  const name = wantedName(understood)
  const found = namedIn(all, name)
  const [old] = found
  if (!old || found.length > 1) {
    voice.decline(
      old
        ? 'Which schedule? Say its whole name. Nothing was changed yet.'
        : `There is no schedule “${name ?? ''}”.`,
    )
    if (all.length > 0) voice.add(scheduleTable(all))
    return
  }
  const wish = timesIn(doors, understood)
  if (!wish) return
  const made = await doors.schedule({ ...wish, ...withoutTimes(old) })
  await doors.removeSchedule(old.schedule_id)
  const state = old.enabled ? runsText(made, understood) : 'It is still off.'
  voice.say(`${titleOf(made)} has new times. ${state}${doubtText(understood)}`)
  voice.add(scheduleTable([made]))
}

function withoutTimes({
  schedule_id,
  name,
  steps,
  workflow_id,
  prompt,
  enabled,
  catch_up,
}: ScheduleSummary): NewSchedule {
  return {
    ...(name !== null && { name }),
    same_as: schedule_id,
    ...(workflow_id !== undefined ? { workflow_id } : steps ? { steps } : { prompt: prompt! }),
    enabled,
    ...(catch_up !== undefined && { catch_up }),
  }
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
