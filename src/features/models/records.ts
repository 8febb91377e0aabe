import type { Log } from '../../contract/log.ts'
import type { PrivateJsonFile } from '../../platform/secrets/private-json-file.ts'
import { objectOf } from './bounded-json.ts'
import { KeyOrigin, keyRecordOf, type KeySettings } from './key-origin.ts'
import { keySettings, type KeyFor, type KeySetting, type Target } from './target.ts'

/** What was found out about a model by asking it; undefined is not known. */
export interface Capabilities {
  readonly tools?: boolean
  readonly json_schema?: boolean
  readonly vision?: boolean
  readonly streaming?: boolean
  readonly temperature?: boolean
  readonly context_tokens?: number
}

const KEPT_MODELS = 200

/** What outlives a restart: where each key belongs, and what was found out about models. */
export class ModelRecords {
  readonly #file: PrivateJsonFile
  readonly #log: Log
  readonly #capabilities = new Map<string, Capabilities>()
  #keyOrigins = keyOrigins({})
  /** Everything that reads or writes happens in turn. */
  #last: Promise<void>

  constructor({ file, log }: { file: PrivateJsonFile; log: Log }) {
    this.#file = file
    this.#log = log
    this.#last = this.#read()
  }

  /** Done once everything noted so far counts. */
  get settled(): Promise<void> {
    return this.#last
  }

  noteKey(setting: KeySetting, settings: KeySettings): void {
    this.#inTurn(() => this.#keyOrigins[setting].note(settings))
  }

  keyFor(setting: KeySetting, key: string | null, origin: string): KeyFor {
    return this.#keyOrigins[setting].keyFor(key, origin)
  }

  capabilities(target: ModelName): Capabilities {
    return this.#capabilities.get(nameOf(target)) ?? {}
  }

  learn(target: ModelName, found: Capabilities): void {
    const name = nameOf(target)
    const known = this.#capabilities.get(name)
    const isNews = Object.entries(found).some(
      ([what, value]) => known?.[what as keyof Capabilities] !== value,
    )
    if (!isNews) return
    this.#capabilities.delete(name)
    this.#capabilities.set(name, { ...known, ...found })
    this.#inTurn(() => true)
  }

  async #read(): Promise<void> {
    try {
      const { content } = await this.#file.read()
      // Once there was only one.
      this.#keyOrigins = keyOrigins({ LLM_API_KEY: content['key'], ...objectOf(content['keys']) })
      for (const [name, found] of Object.entries(content['capabilities'] ?? {}))
        if (!this.#capabilities.has(name)) this.#capabilities.set(name, found as Capabilities)
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't read what is known about models. Checking again.")
    }
  }

  #inTurn(change: () => boolean): void {
    this.#last = this.#last.then(async () => {
      if (!change()) return
      try {
        await this.#file.write({
          keys: Object.fromEntries(
            keySettings.map((setting) => [setting, this.#keyOrigins[setting].record ?? null]),
          ),
          capabilities: Object.fromEntries([...this.#capabilities].slice(-KEPT_MODELS)),
        })
      } catch (error) {
        this.#log.warn({ err: error }, "Couldn't store what is known about models.")
      }
    })
  }
}

function keyOrigins(records: Readonly<Record<string, unknown>>): Record<KeySetting, KeyOrigin> {
  const origins = keySettings.map((setting) => [setting, new KeyOrigin(keyRecordOf(records[setting]))])
  return Object.fromEntries(origins) as Record<KeySetting, KeyOrigin>
}

type ModelName = Pick<Target, 'provider' | 'origin' | 'model'>

function nameOf({ provider, origin, model }: ModelName): string {
  return `${provider} ${origin} ${model}`
}
