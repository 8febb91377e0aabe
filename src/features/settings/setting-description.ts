import type { SettingDefinition } from '../../contract/setting.ts'
import { environmentPrefix } from './environment.ts'
import type { SettingSource } from './setting-in-force.ts'

export interface SettingDescription {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly description: string
  readonly schema: object
  readonly default: unknown
  readonly advanced: boolean
  readonly secret: boolean
  readonly source: SettingSource
  readonly environment_variable: string
  readonly example?: unknown
}

/** What a settings page needs to know. */
export function describeSetting(
  { secret, advanced, goesTo: _goesTo, nowhereWithout: _nowhere, ...definition }: SettingDefinition,
  source: SettingSource = 'default',
): SettingDescription {
  return {
    ...definition,
    advanced: advanced ?? false,
    secret: secret ?? false,
    source,
    environment_variable: environmentPrefix + definition.name,
  }
}
