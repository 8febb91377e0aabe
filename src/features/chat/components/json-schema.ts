import type { Loads } from '../../../contract/component.ts'

/** The part of JSON Schema that component declarations use, for code that reads them. */
export interface JsonSchema {
  readonly $id?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  /** What a client loads from it by itself. */
  readonly loads?: Loads
  /** A person who presses it goes there. */
  readonly leads?: boolean
}

export type Members = Record<string, unknown>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether another component stands here: it is checked by its own declaration. */
export function isComponentSchema(schema: JsonSchema | undefined): boolean {
  return schema?.$id === 'Component'
}

/** Whether it is an object whose members are named by who writes it, such as the row of a table. */
export function isDictionary(
  schema: JsonSchema,
): schema is JsonSchema & { additionalProperties: JsonSchema } {
  return typeof schema.additionalProperties === 'object' && schema.properties === undefined
}

/** Without names for OpenAPI: other readers take an inner `$id` for a new base address. */
export function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds)
  if (!isMembers(schema)) return schema
  const entries = Object.entries(schema).filter(
    ([name, value]) => name !== '$id' || typeof value !== 'string',
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutIds(value)]))
}
