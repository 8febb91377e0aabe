/** As much of JSON Schema as a form reads. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  /** `path` is a file or folder of the machine. */
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly minItems?: number
}
