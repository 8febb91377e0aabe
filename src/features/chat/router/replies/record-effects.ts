import type { Confirmation } from '../../../../contract/confirmation.ts'
import type { Envelope } from '../../../../contract/envelope.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Risk } from '../../../../contract/tool.ts'
import type { Store, Precondition } from '../../../store/store.ts'
import type { ActPort } from '../act-port.ts'
import type { TimerPort } from '../intents/time/timer-port.ts'
import type { WorkflowPort } from '../intents/workflows/workflow-port.ts'
import { effectsOf, quietTurn, type StoredChange, type Turn } from '../follow-ups/turns.ts'
import type { ToolRequest } from '../../../tools/tool-request.ts'

export type WatchedStore = Pick<Store, 'read' | 'write' | 'list' | 'remove'>

interface Watched extends Pick<ActPort, 'updateSettings'> {
  readonly store: WatchedStore
  readonly run: (request: ToolRequest, conversation: { session_id: string }) => Promise<Envelope>
  readonly describeTool: (action: string) => { readonly agent: string; readonly risk: Risk } | undefined
  readonly workflows: WorkflowPort
  readonly timers: TimerPort
}

type Seen = Pick<Turn, 'changes' | 'moved' | 'reversals' | 'asked' | 'isLasting'>

/** Told of calls through the port that change something. */
export interface Watcher {
  /** Before it; what this throws keeps it from being done. */
  readonly before?: () => void
  /** After it, or when nobody knows how much of it was done. */
  readonly after?: () => void
}

/** The same port, recording the calls that changed something: "undo" needs them. */
export function recordEffects<Port extends Watched>(
  port: Port,
  { before: isNext = () => {}, after: isDone = () => {} }: Watcher = {},
): { port: Port; seen: () => Seen } {
  const changes = new Map<string, StoredChange>()
  const asked: string[] = []
  let effects = quietTurn('')
  const changed: StoreWatcher['changed'] = (key, before, version) => {
    // What was there before the first of several changes is what an undo brings back.
    changes.set(key, { key, before: changes.has(key) ? changes.get(key)!.before : before, version })
  }
  const run: Watched['run'] = async (request, conversation) => {
    const isReading = port.describeTool(request.action)?.risk === 'read'
    if (!isReading) isNext()
    const result = await port.run(request, conversation)
    const { confirmation } = (result.data ?? {}) as { confirmation?: Confirmation }
    if (confirmation) asked.push(confirmation.confirmation_id)
    if (!isReading) {
      effects = effectsOf(effects, result)
      if (!wasRefused(result)) isDone()
    }
    return result
  }
  const told = async <Value>(doing: () => Promise<Value>): Promise<Value> => {
    isNext()
    const value = await doing()
    isDone()
    return value
  }
  const updateSettings: Watched['updateSettings'] = (patch, provenance) =>
    told(() => port.updateSettings(patch, provenance))
  return {
    port: {
      ...port,
      store: watchedStore(port, { isNext, isDone, changed }),
      run,
      updateSettings,
      workflows: watchedWorkflows(port, told),
      timers: watchedTimers(port, told),
    },
    seen() {
      const { moved, reversals, isLasting } = effects
      return { changes: [...changes.values()], moved, reversals, asked, isLasting }
    },
  }
}

interface StoreWatcher {
  readonly isNext: () => void
  readonly isDone: () => void
  readonly changed: (key: string, before: StoredChange['before'], version: number | undefined) => void
}

function watchedStore(
  { store }: Pick<Watched, 'store'>,
  { isNext, isDone, changed }: StoreWatcher,
): WatchedStore {
  return {
    read: (key) => store.read(key),
    list: (wish) => store.list(wish),
    async write(key: string, json: string, precondition?: Precondition) {
      isNext()
      const before = store.read(key)
      const written = await store.write(key, json, precondition)
      if (before?.json !== json) changed(key, before, written.version)
      isDone()
      return written
    },
    async remove(key: string, precondition?: Precondition) {
      isNext()
      const before = store.read(key)
      const removed = await store.remove(key, precondition)
      if (removed) changed(key, before, undefined)
      isDone()
      return removed
    },
  }
}

/** Told before a tool did anything. */
const refusals: ReadonlySet<string> = new Set<ErrorCode>([
  'invalid_request',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'unsupported_media_type',
  'not_configured',
  'unavailable_on_platform',
])

function wasRefused({ success, data }: Envelope): boolean {
  const code = (data as { error?: { code?: string } } | null)?.error?.code
  return !success && code !== undefined && refusals.has(code)
}

type Told = <Value>(doing: () => Promise<Value>) => Promise<Value>

function watchedWorkflows({ workflows }: Pick<Watched, 'workflows'>, told: Told): WorkflowPort {
  return {
    list: () => workflows.list(),
    schedules: () => workflows.schedules(),
    readTimes: (words) => workflows.readTimes(words),
    plan: (sentence, signal) => workflows.plan(sentence, signal),
    pause: (id, provenance) => told(() => workflows.pause(id, provenance)),
    resume: (id, provenance) => told(() => workflows.resume(id, provenance)),
    rerun: (id, provenance) => told(() => workflows.rerun(id, provenance)),
    remove: (id, provenance) => told(() => workflows.remove(id, provenance)),
    switchSchedule: (id, enabled) => told(() => workflows.switchSchedule(id, enabled)),
    removeSchedule: (id) => told(() => workflows.removeSchedule(id)),
    runSchedule: (id, by) => told(() => workflows.runSchedule(id, by)),
    schedule: (wish) => told(() => workflows.schedule(wish)),
  }
}

function watchedTimers({ timers }: Pick<Watched, 'timers'>, told: Told): TimerPort {
  return {
    list: () => timers.list(),
    create: (wish) => told(() => timers.create(wish)),
    change: (id, change) => told(() => timers.change(id, change)),
    remove: (id) => told(() => timers.remove(id)),
  }
}
