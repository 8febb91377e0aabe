import { basename } from 'node:path'
import { AppError } from '../../../../contract/errors.ts'
import type { Asked } from '../../answering.ts'
import {
  hasChanged,
  type MovedFile,
  type Reversal,
  type StoredChange,
  type Turn,
  type Turns,
} from '../follow-ups/turns.ts'
import type { WatchedStore } from './record-effects.ts'

export interface UndoDeps {
  readonly turns: Turns
  readonly store: WatchedStore
  /** Brings a file back to where it was. */
  readonly restoreFile: (moved: MovedFile, asked: Asked) => Promise<Outcome>
  /** Makes the call that takes another one back. */
  readonly reverse: (reversal: Reversal, asked: Asked) => Promise<Outcome>
}

export interface Outcome {
  readonly done: boolean
  /** What to say about it. */
  readonly told: string
}

/** Of these everything is stored, so that one without a change did nothing. */
const storedKinds = /^(?:list|reminder|note|board|reading|bookmark|contact|journal|budget|habit|snippet)\./
const lookingKinds = /\.show$|^(?:file|system)\.|^[a-z_]+$/

function didNothing({ intent, isLasting, asked }: Turn): boolean {
  if (isLasting || asked.length > 0) return false
  return storedKinds.test(intent) || lookingKinds.test(intent) || /^[A-Z_]+$/.test(intent)
}

/** The newest sentence of the conversation that changed something; undefined when there is none that is known. */
export function lastChange(turns: Turns, asked: Asked): Turn | undefined {
  if (!turns.last(asked)) return undefined
  return turns.of(asked.session_id).find((turn) => hasChanged(turn) || !didNothing(turn))
}

/** Takes the last change back if everything is still as it left it; answers with what to say. */
export async function undoLast(deps: UndoDeps, asked: Asked): Promise<Outcome> {
  const turn = lastChange(deps.turns, asked)
  if (!turn) return { done: false, told: 'Nothing in this conversation to undo.' }
  if (turn.asked.length > 0)
    return { done: false, told: 'Nothing was done yet. That is still waiting for your answer.' }
  if (turn.isLasting || !hasChanged(turn))
    return { done: false, told: `I can't undo that from here: “${turn.message}”.` }
  const other = turn.changes.find(({ key, version }) => deps.store.read(key)?.version !== version)
  if (other)
    return {
      done: false,
      told: `${nameOf(other.key)} has changed since then, so I left everything as it is.`,
    }
  const outcomes: Outcome[] = []
  for (const change of turn.changes) outcomes.push(await takeBack(deps, change, { turn, asked }))
  const moved: MovedFile[] = []
  for (const file of turn.moved) {
    const outcome = await deps.restoreFile(file, asked)
    if (!outcome.done) moved.push(file)
    outcomes.push(outcome)
  }
  for (const reversal of turn.reversals) outcomes.push(await deps.reverse(reversal, asked))
  const undone = { ...turn, intent: 'undone.show', changes: [], moved, reversals: [] }
  deps.turns.replace(asked.session_id, turn, undone)
  return {
    done: outcomes.every(({ done }) => done),
    told: outcomes.map(({ told }) => told).join(' '),
  }
}

async function takeBack(
  { store, turns }: UndoDeps,
  { key, before, version }: StoredChange,
  { turn, asked }: { turn: Turn; asked: Asked },
): Promise<Outcome> {
  const ifMatch = version === undefined ? {} : { ifMatch: `"${version}"` }
  const precondition = version === undefined ? { ifNoneMatch: '*' } : ifMatch
  try {
    const written = before ? await store.write(key, before.json, precondition) : undefined
    if (!before) await store.remove(key, ifMatch)
    follow(turns, { session_id: asked.session_id, key, from: before?.version, to: written?.version })
    return { done: true, told: `${nameOf(key)} is back to how it was before “${turn.message}”.` }
  } catch (error) {
    if (error instanceof AppError && error.code === 'precondition_failed')
      return { done: false, told: `${nameOf(key)} was just changed, so I left it as it is.` }
    throw error
  }
}

/** The value of an older change is there again under a new version: so that it can be undone as well. */
function follow(
  turns: Turns,
  {
    session_id,
    key,
    from,
    to,
  }: { session_id: string; key: string; from: number | undefined; to: number | undefined },
): void {
  for (const turn of turns.of(session_id)) {
    const changes = turn.changes.map((change) =>
      change.key === key && change.version === from ? { ...change, version: to } : change,
    )
    if (turn.changes.some((change, index) => change !== changes[index]))
      turns.replace(session_id, turn, { ...turn, changes })
  }
}

/** Brings back a file of this conversation by its name; undefined when none of that name was deleted here. */
export async function restoreNamed(
  { turns, restoreFile }: UndoDeps,
  name: string,
  asked: Asked,
): Promise<Outcome | undefined> {
  const wanted = basename(name.trim()).toLowerCase()
  for (const turn of turns.of(asked.session_id)) {
    const gone = turn.moved.find(({ path }) => basename(path).toLowerCase() === wanted)
    if (!gone) continue
    const outcome = await restoreFile(gone, asked)
    const moved = turn.moved.filter((other) => other !== gone)
    if (outcome.done) turns.replace(asked.session_id, turn, { ...turn, moved })
    return outcome
  }
  return undefined
}

function nameOf(key: string): string {
  const words = key === 'todo' ? 'to do' : key.replaceAll(/[-_]/g, ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
