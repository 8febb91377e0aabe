import type { Static, TSchema } from 'typebox'

/** One setting, declared once: the settings page, validation, environment variable and reference are read from it. */
export interface SettingDefinition<Name extends string = string, Schema extends TSchema = TSchema> {
  /** Upper case. The environment variable is the same with `DESKHAND_` in front. */
  readonly name: Name
  readonly group: string
  readonly description: string
  readonly schema: Schema
  readonly default: Static<Schema> | null
  /** Kept apart from the other settings, never shown and never logged. */
  readonly secret?: true
  readonly example?: Static<Schema>
}

export function defineSetting<const Name extends string, Schema extends TSchema>(
  definition: SettingDefinition<Name, Schema>,
): SettingDefinition<Name, Schema> {
  return definition
}
