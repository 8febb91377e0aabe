import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { Risk } from '../../../contract/tool.ts'
import type { Store, Precondition } from '../../store/store.ts'
import type { ToolRequest } from '../../tools/tool-runner.ts'
import { effectsOf, quietTurn, type StoredChange, type Turn } from './turns.ts'

export type WatchedStore = Pick<Store, 'read' | 'write' | 'list' | 'remove'>

interface Watched {
  readonly store: WatchedStore
  readonly run: (request: ToolRequest, conversation: { session_id: string }) => Promise<Envelope>
  readonly describeTool: (action: string) => { readonly agent: string; readonly risk: Risk } | undefined
}

type Seen = Pick<Turn, 'changes' | 'moved' | 'reversals' | 'asked' | 'isLasting'>

/** The same doors, and what went through them: what "undo" has to know. */
export function watching<Doors extends Watched>(doors: Doors): { doors: Doors; seen: () => Seen } {
  const changes = new Map<string, StoredChange>()
  const asked: string[] = []
  let effects = quietTurn('')
  const { store } = doors
  const changed = (key: string, before: StoredChange['before'], version: number | undefined) =>
    // What was there before the first of several changes is what an undo brings back.
    changes.set(key, { key, before: changes.has(key) ? changes.get(key)!.before : before, version })
  const watchedStore: WatchedStore = {
    read: (key) => store.read(key),
    list: (wish) => store.list(wish),
    async write(key: string, json: string, precondition?: Precondition) {
      const before = store.read(key)
      const written = await store.write(key, json, precondition)
      if (before?.json !== json) changed(key, before, written.version)
      return written
    },
    async remove(key: string, precondition?: Precondition) {
      const before = store.read(key)
      const removed = await store.remove(key, precondition)
      if (removed) changed(key, before, undefined)
      return removed
    },
  }
  const run: Watched['run'] = async (request, conversation) => {
    const result = await doors.run(request, conversation)
    const { confirmation } = (result.data ?? {}) as { confirmation?: Confirmation }
    if (confirmation) asked.push(confirmation.confirmation_id)
    if (doors.describeTool(request.action)?.risk !== 'read') effects = effectsOf(effects, result)
    return result
  }
  return {
    doors: { ...doors, store: watchedStore, run },
    seen() {
      const { moved, reversals, isLasting } = effects
      return { changes: [...changes.values()], moved, reversals, asked, isLasting }
    },
  }
}
