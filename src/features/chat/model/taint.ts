import { reasonToDistrust, type Taint } from '../../../contract/taint.ts'
import { riskOfCall, type Reading } from '../../../contract/tool.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'

export interface Taints {
  of(session_id: string): Taint
  /** Kept before anything that was read is shown to a model. */
  add(session_id: string, readings: readonly Reading[]): Promise<void>
}

export interface DistrustedCall {
  readonly session_id: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** The addresses that the person said themselves. */
  readonly said?: ReadonlySet<string>
}

/** Why a call that a conversation wants to make must be asked about because of what it has read. */
export function distrustOf(
  { taints, catalog }: { taints: Taints; catalog: Pick<ToolCatalog, 'find'> },
  { session_id, action, args, said = new Set() }: DistrustedCall,
): string | undefined {
  const entry = catalog.find(action)
  if (!entry) return undefined
  const risk = riskOfCall(entry.tool, args)
  const { leaves, lasts } = entry.tool
  const isBuiltIn = entry.origin === 'built_in'
  return reasonToDistrust(taints.of(session_id), { risk, leaves, lasts, isBuiltIn, args, said })
}

/** In the database, for a conversation that goes on after a restart has read what it has read. */
export class StoredTaints implements Taints {
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
