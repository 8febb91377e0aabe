import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RecordingMoment, type Recording } from '../../../contract/recording.ts'
import { timestamp } from '../../../contract/schema.ts'
import { Type, type Static } from '../../../contract/type.ts'
import { isMissing } from '../../../platform/files/file-error.ts'
import { checkFor } from '../../../platform/validation/validation.ts'

/** What older recordings do not hold. */
const ADDED = { plan: [] }

/** The first line of a recording. Each further one is a moment; one of the same number takes its place. */
export const RecordingHead = Type.Object({
  version: Type.Literal(1),
  task_id: Type.String(),
  task: Type.String(),
  started_at: timestamp('Start'),
})
export type RecordingHead = Static<typeof RecordingHead>

export interface StoredRecording {
  readonly head: RecordingHead
  readonly moments: readonly RecordingMoment[]
}

const LINES = 'recording.jsonl'
const taskPattern = /^task_[\w-]{1,64}$/
const picturePattern = /^[0-9a-f]{24}$/

export function isTaskId(name: string): boolean {
  return taskPattern.test(name)
}

export function isPictureId(name: string): boolean {
  return picturePattern.test(name)
}

export function linesFile(folder: string): string {
  return join(folder, LINES)
}

export function pictureFile(folder: string, id: string): string {
  return join(folder, `${id}.webp`)
}

export function lineOf(value: RecordingHead | RecordingMoment): string {
  return `${JSON.stringify(value)}\n`
}

/** What is written of a recording; undefined where nothing is. A line that was cut off by a crash is left out. */
export async function readRecording(folder: string): Promise<StoredRecording | undefined> {
  const text = await readFile(linesFile(folder), 'utf8').catch(unlessMissing)
  const [first, ...lines] = (text ?? '').split('\n')
  const head = parsed(first ?? '')
  if (!isHead(head)) return undefined
  const moments = new Map<number, RecordingMoment>()
  for (const line of lines) {
    const moment = { ...ADDED, ...(parsed(line) as object | undefined) }
    if (isMoment(moment)) moments.set(moment.number, moment)
  }
  return { head, moments: [...moments.values()].toSorted((one, other) => one.number - other.number) }
}

const INTERRUPTED = 'The recording ends here: the service stopped during the task.'

/** As it is told. One that has no end and that nobody goes on with was interrupted. */
export function tellRecording(
  { head, moments }: StoredRecording,
  { bytes, isLive }: { readonly bytes: number; readonly isLive: boolean },
): Recording {
  const { task_id, task, started_at } = head
  const steps = moments.filter(({ kind }) => kind === 'step').length
  const told = { task_id, task, started_at, steps, bytes, moments: [...moments] }
  const last = moments.at(-1)
  if (last?.kind === 'end') return { ...told, status: endOf(last), message: last.result, ended_at: last.at }
  if (isLive)
    return { ...told, status: last?.state === 'open' ? 'waiting' : 'running', message: null, ended_at: null }
  return { ...told, status: 'failed', message: INTERRUPTED, ended_at: last?.at ?? started_at }
}

function endOf({ state }: RecordingMoment): Recording['status'] {
  return state === 'completed' || state === 'stopped' || state === 'waiting' ? state : 'failed'
}

/** The room that a recording takes. */
export async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await namesIn(folder)).map(async (name) => (await lstat(join(folder, name)).catch(unlessMissing))?.size),
  )
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? []
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isHead(value: unknown): value is RecordingHead {
  return checkFor(RecordingHead, 'result')(value).length === 0
}

function isMoment(value: unknown): value is RecordingMoment {
  return checkFor(RecordingMoment, 'result')(value).length === 0
}
