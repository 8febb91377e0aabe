import type { SettingDefinition } from '../../contract/setting.ts'
import type { SecretStore } from '../../platform/secrets/secret-store.ts'
import { refusalsOf } from './setting-check.ts'

/** Where the value in force comes from. */
export type SettingSource = 'default' | 'file' | 'keyring' | 'environment'

export interface SettingInForce {
  readonly value: unknown
  readonly source: SettingSource
}

interface SettingPlaces {
  readonly environment: ReadonlyMap<string, unknown>
  readonly stored: Readonly<Record<string, unknown>>
  readonly secrets: Pick<SecretStore, 'get' | 'placeOf'>
}

/** The environment first, then what was set, then the default. What was set and no longer fits is passed over. */
export function settingInForce(definition: SettingDefinition, places: SettingPlaces): SettingInForce {
  const { name, secret } = definition
  if (places.environment.has(name)) return { value: places.environment.get(name), source: 'environment' }
  const value: unknown = secret ? places.secrets.get(name) : places.stored[name]
  const source = secret ? places.secrets.placeOf(name) : 'file'
  if (value === undefined || value === null || source === null) return byDefault(definition)
  return refusalsOf(definition, value).length === 0 ? { value, source } : byDefault(definition)
}

function byDefault(definition: SettingDefinition): SettingInForce {
  return { value: definition.default, source: 'default' }
}
