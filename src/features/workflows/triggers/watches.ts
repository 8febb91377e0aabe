import type { Log } from '../../../contract/log.ts'
import type { TriggerSource, TriggerSources } from './source.ts'
import { triggerOf, type TriggerName, type TriggerRow } from './trigger-rows.ts'

interface Watch {
  readonly definition: string
  readonly controller: AbortController
}

/** Events often come together: they are looked for once. */
const JOIN_MS = 20

/** Lets sources tell that something may have happened. Where they cannot, the regular look finds it. */
export class Watches {
  readonly #watches = new Map<string, Watch>()
  readonly #hints = new Map<string, NodeJS.Timeout>()
  readonly #deps: { sources: TriggerSources; log: Log; hint: (name: TriggerName) => void }

  constructor(deps: { sources: TriggerSources; log: Log; hint: (name: TriggerName) => void }) {
    this.#deps = deps
  }

  /** Watches exactly these. */
  follow(rows: readonly TriggerRow[]): void {
    const wanted = new Map(rows.map((row) => [`${row.owner}/${row.id}`, row]))
    for (const [name, watch] of this.#watches)
      if (wanted.get(name)?.definition !== watch.definition) this.#end(name)
    for (const [name, row] of wanted) if (!this.#watches.has(name)) this.#begin(name, row)
  }

  close(): void {
    for (const name of this.#watches.keys()) this.#end(name)
    for (const timer of this.#hints.values()) clearTimeout(timer)
  }

  #begin(name: string, row: TriggerRow): void {
    const { sources, log } = this.#deps
    const source: TriggerSource | undefined = sources[row.type]
    if (!source?.watch) return
    const controller = new AbortController()
    this.#watches.set(name, { definition: row.definition, controller })
    source
      .watch({ ...triggerOf(row), by: row.provenance }, () => this.#hint(name, row), controller.signal)
      .catch((error: unknown) =>
        log.info({ err: error, trigger: name }, "Couldn't watch; looking regularly."),
      )
  }

  #hint(name: string, { owner, id }: TriggerName): void {
    if (this.#hints.has(name) || !this.#watches.has(name)) return
    const timer = setTimeout(() => {
      this.#hints.delete(name)
      this.#deps.hint({ owner, id })
    }, JOIN_MS)
    this.#hints.set(name, timer)
  }

  #end(name: string): void {
    this.#watches.get(name)?.controller.abort()
    this.#watches.delete(name)
  }
}
