import type { Static, TSchema } from 'typebox'

/** One setting, declared once: the settings page, validation, environment variable and reference are read from it. */
export interface SettingDefinition<Name extends string = string, Schema extends TSchema = TSchema> {
  /** Upper case. The environment variable is the same with `DESKHAND_` in front. */
  readonly name: Name
  /** What people call it. */
  readonly label: string
  /** Settings in the same group stand together. */
  readonly group: string
  /** Few need it: a page folds it away. */
  readonly advanced?: true
  readonly description: string
  readonly schema: Schema
  readonly default: Static<Schema> | null
  /** Kept apart from the other settings, never shown and never logged. */
  readonly secret?: true
  /** Of a secret: the settings that decide where it is sent. Whoever changes one of them enters the secret again. */
  readonly goesTo?: readonly string[]
  /** Of a secret: while none of these is set it is sent nowhere, so that the first address needs no second entry. */
  readonly nowhereWithout?: readonly string[]
  readonly example?: Static<Schema>
}

export function defineSetting<const Name extends string, Schema extends TSchema>(
  definition: SettingDefinition<Name, Schema>,
): SettingDefinition<Name, Schema> {
  return definition
}
