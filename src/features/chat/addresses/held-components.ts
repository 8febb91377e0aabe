import type { Component } from '../../../contract/component-schema.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { KnownTypes } from '../components/known-types.ts'
import { keepWidgets, widgetsIn } from '../jit/keep-widgets.ts'
import type { Taints } from '../model/taint.ts'
import { findRun } from '../runs/run-rows.ts'
import { keepLoaded, knownAddresses } from './address-book.ts'
import { mayLoad, shownAddress } from './judge-address.ts'
import { loadedMembers } from './loaded-members.ts'

export interface HeldComponentsDeps {
  readonly database: Database
  readonly taints: Pick<Taints, 'of'>
  readonly loadKnown: () => Promise<KnownTypes>
  /** Settled when a run that goes on is over; undefined for any other. */
  readonly ended: (run_id: string) => Promise<void> | undefined
}

/** What of the answers waits for a person before it is loaded. */
export class HeldComponents {
  readonly #deps: HeldComponentsDeps

  constructor(deps: HeldComponentsDeps) {
    this.#deps = deps
  }

  /** The component that was held, for a person who has seen its addresses. From now on it is part of the answer. */
  async load(id: string): Promise<Component> {
    const { database, loadKnown, ended } = this.#deps
    const row = database
      .prepare('SELECT session_id, run_id, component FROM held_components WHERE id = ?')
      .get(id)
    if (!row) throw new AppError('not_found', `Nothing is held under "${id}".`)
    const known = await loadKnown()
    const component = JSON.parse(String(row['component'])) as Component
    const session_id = String(row['session_id'])
    const run_id = String(row['run_id'])
    const type = known.get(component.type)
    const addresses = type ? loadedMembers(component, type.schema).map(({ text }) => text) : []
    await database.write(() => {
      keepLoaded(database, session_id, addresses)
      keepWidgets(database, { widgets: widgetsIn(component, known), session_id })
    })
    const release = () => database.write(() => replaceHeld(database, { run_id, id, component }))
    const running = ended(run_id)
    // What is still being written is changed once it is whole; who presses it again before that gets the same.
    if (running) void running.then(release, () => {})
    else await release()
    return component
  }

  /** Whether a link of an answer may be followed at once, and how to show it to a person first where it may not. */
  judgeLink({ run_id, address }: { run_id: string; address: string }): { known: boolean; shown: string } {
    const { database, taints } = this.#deps
    const run = findRun(database, run_id)
    if (!run) throw new AppError('not_found', `No run "${run_id}".`)
    const { session_id, answered_by } = run
    const judging = {
      isPrivate: taints.of(session_id).private,
      known: knownAddresses(database, session_id),
    }
    const known = answered_by !== 'model' || !judging.isPrivate || mayLoad(address, 'feed', judging)
    return { known, shown: shownAddress(address) }
  }
}

/** Puts it where it was held: in the answer as it is kept, and in the events that the answer is made of. */
function replaceHeld(
  database: Database,
  { run_id, id, component }: { run_id: string; id: string; component: Component },
): void {
  const run = findRun(database, run_id)
  if (!run) return
  const named = `%${JSON.stringify(id)}%`
  const replaced = (json: unknown) => JSON.stringify(withComponent(JSON.parse(String(json)), id, component))
  const events = database
    .prepare(
      `SELECT seq, data FROM run_events
       WHERE run = ? AND type IN ('component.add', 'run.end') AND data LIKE ?`,
    )
    .all(run.number, named)
  const setEvent = database.prepare('UPDATE run_events SET data = ? WHERE run = ? AND seq = ?')
  for (const { seq, data } of events) setEvent.run(replaced(data), run.number, seq!)
  const messages = database
    .prepare('SELECT number, components FROM messages WHERE run = ? AND components LIKE ?')
    .all(run.number, named)
  const setMessage = database.prepare('UPDATE messages SET components = ? WHERE number = ?')
  for (const { number, components } of messages) setMessage.run(replaced(components), number!)
  database.prepare('DELETE FROM held_components WHERE id = ?').run(id)
}

function withComponent(value: unknown, id: string, component: Component): unknown {
  if (Array.isArray(value)) return value.map((entry) => withComponent(entry, id, component))
  if (value === null || typeof value !== 'object') return value
  const members = value as Record<string, unknown>
  if (members['type'] === 'held' && members['id'] === id) return component
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, withComponent(member, id, component)]),
  )
}
