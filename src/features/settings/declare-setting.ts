import type { Static, TSchema } from 'typebox'
import type { SettingDefinition } from '../../contract/setting.ts'

/** A definition that says by its type whether it has a default: whoever reads the setting knows when it can be null. */
type SettingWithDefault<Name extends string, Schema extends TSchema> = SettingDefinition<Name, Schema> & {
  readonly default: Static<Schema>
}

export type SettingWithoutDefault<Name extends string, Schema extends TSchema> = SettingDefinition<
  Name,
  Schema
> & {
  readonly default: null
}

export function declareSetting<const Name extends string, Schema extends TSchema>(
  definition: SettingWithoutDefault<Name, Schema>,
): SettingWithoutDefault<Name, Schema>
export function declareSetting<const Name extends string, Schema extends TSchema>(
  definition: SettingWithDefault<Name, Schema>,
): SettingWithDefault<Name, Schema>
export function declareSetting(definition: SettingDefinition): SettingDefinition {
  return definition
}
