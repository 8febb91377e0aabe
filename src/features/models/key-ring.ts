import type { Settings } from '../settings/settings-store.ts'
import type { ModelRecords } from './records.ts'
import { addressOf, keySettings, type KeyFor, type KeySetting } from './target.ts'

type Known = Pick<Settings, 'get' | 'schema'>

/** The keys of model providers, each of which goes to the one address that it was set for. */
export class KeyRing {
  readonly #settings: Known
  readonly #records: ModelRecords

  constructor({ settings, records }: { settings: Known; records: ModelRecords }) {
    this.#settings = settings
    this.#records = records
    // A key in the environment can only be set there: it belongs to what is set when the service starts.
    const fromEnvironment = settings.schema().filter(({ source }) => source === 'environment')
    this.note(fromEnvironment.map(({ name }) => name))
  }

  /** Takes note of settings that were changed. */
  note(changed: readonly string[]): void {
    for (const setting of keySettings)
      this.#records.noteKey(setting, {
        key: this.#settings.get(setting),
        origin: this.#originFor(setting),
        isNew: changed.includes(setting),
      })
  }

  /** The keys as they are now: what a call takes along is decided when it begins. */
  snapshot(): (setting: KeySetting, origin: string) => KeyFor {
    const keys = new Map(keySettings.map((setting) => [setting, this.#settings.get(setting)]))
    return (setting, origin) => this.#records.keyFor(setting, keys.get(setting) ?? null, origin)
  }

  #originFor(setting: KeySetting): string | null {
    if (setting === 'LLM_API_KEY') {
      const provider = this.#settings.get('LLM_PROVIDER')
      return addressOf({ provider, baseUrl: this.#settings.get('LLM_BASE_URL') })?.origin ?? null
    }
    const entry = this.#settings.get('LLM_FALLBACK').find(({ key_setting }) => key_setting === setting)
    if (!entry) return null
    return addressOf({ provider: entry.provider, baseUrl: entry.base_url ?? null })?.origin ?? null
  }
}
