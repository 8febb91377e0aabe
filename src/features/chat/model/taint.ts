import type { Reading } from '../../../contract/tool.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { CatalogEntry, ToolCatalog } from '../../tools/tool-catalog.ts'

/** What a conversation has read so far. */
export interface Taint {
  /** Words that somebody else wrote, which may be meant for the model. */
  readonly untrusted: boolean
  /** What nobody else should get to know. */
  readonly private: boolean
}

export interface Taints {
  of(session_id: string): Taint
  /** Kept before anything that was read is shown to a model. */
  add(session_id: string, readings: readonly Reading[]): Promise<void>
}

/** What a result of a tool may hold. Nobody knows what a stranger's tool reads. */
export function readingsOf({ origin, tool }: CatalogEntry): readonly Reading[] {
  return origin === 'built_in' ? (tool.reads ?? ['untrusted', 'private']) : ['untrusted', 'private']
}

export interface JudgedCall {
  readonly entry: CatalogEntry
  readonly args: Readonly<Record<string, unknown>>
  /** What the person said themselves. */
  readonly said: string
}

/**
 * Why a call must be asked about because of what the conversation has read; undefined when there is no such reason.
 *
 * A model cannot tell the words of its user from the words in a mail. So one that has read both what strangers wrote and
 * what is private does nothing by itself that changes or sends something, in every approval mode. An address can carry
 * away as much as a mail, so reading one counts as sending unless the person named it.
 */
export function reasonToDistrust(taint: Taint, call: JudgedCall): string | undefined {
  if (!taint.untrusted || !taint.private || !hasEffect(call)) return undefined
  return (
    'This conversation has read what others wrote and what is private to you, so the assistant asks before it changes ' +
    'or sends anything.'
  )
}

/** The same for a call that is known by its name, e.g. one that a button of an answer makes. */
export function distrustOf(
  { taints, catalog }: { taints: Taints; catalog: Pick<ToolCatalog, 'find'> },
  call: { session_id: string; action: string; args: Readonly<Record<string, unknown>> },
): string | undefined {
  const entry = catalog.find(call.action)
  return entry && reasonToDistrust(taints.of(call.session_id), { entry, args: call.args, said: '' })
}

function hasEffect({ entry, args, said }: JudgedCall): boolean {
  if ((entry.tool.riskOf?.(args) ?? entry.tool.risk) !== 'read' || entry.origin !== 'built_in') return true
  return addressesIn(args).some((address) => !said.includes(address))
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(addressesIn)
}

/** In the database, for a conversation that goes on after a restart has read what it has read. */
export class KeptTaints implements Taints {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  of(session_id: string): Taint {
    const row = this.#database
      .prepare('SELECT untrusted, private FROM chat_taints WHERE session_id = ?')
      .get(session_id)
    return { untrusted: row?.['untrusted'] === 1, private: row?.['private'] === 1 }
  }

  async add(session_id: string, readings: readonly Reading[]): Promise<void> {
    const known = this.of(session_id)
    if (readings.every((reading) => known[reading])) return
    await this.#database.write(() =>
      this.#database
        .prepare(
          `INSERT INTO chat_taints (session_id, untrusted, private) VALUES (?1, ?2, ?3)
           ON CONFLICT (session_id) DO UPDATE SET untrusted = max(untrusted, ?2), private = max(private, ?3)`,
        )
        .run(session_id, Number(readings.includes('untrusted')), Number(readings.includes('private'))),
    )
  }
}
