/** What the fields of a form hold, by name. */
export type FieldValues = Readonly<Record<string, unknown>>

export interface Entered {
  /** What the control itself holds. */
  readonly value?: unknown
  readonly form?: FieldValues
}

const WHOLE = /^\$([A-Za-z_]\w*)$/
const INSIDE = /\$\$|\$([A-Za-z_]\w*)/g

/** Puts what was entered into an action: `$value`, `$name` and `$form`; `$$` is a dollar. Unknown names stay as they are. */
export function withEntered<Value>(template: Value, entered: Entered): Value {
  return replaced(template, entered) as Value
}

function replaced(value: unknown, entered: Entered): unknown {
  if (typeof value === 'string') return replacedText(value, entered)
  if (Array.isArray(value)) return value.map((item) => replaced(item, entered))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, entered)]))
  return value
}

function replacedText(text: string, entered: Entered): unknown {
  const whole = WHOLE.exec(text)?.[1]
  // A text that is nothing but a name takes the value with its type.
  if (whole !== undefined) {
    const found = valueOf(whole, entered)
    return found === undefined ? text : found
  }
  return text.replaceAll(INSIDE, (match, name: string | undefined) => {
    if (name === undefined) return '$'
    const found = valueOf(name, entered)
    return found === undefined ? match : asText(found)
  })
}

function valueOf(name: string, { value, form }: Entered): unknown {
  if (name === 'value') return value
  if (name === 'form') return form
  return form && Object.hasOwn(form, name) ? form[name] : undefined
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** The JSON pointer from a value to one of its members, found by what it is rather than by what it looks like. */
export function pointerTo(holder: unknown, member: unknown): string | undefined {
  if (holder === member) return ''
  if (typeof holder !== 'object' || holder === null) return undefined
  for (const [name, value] of Object.entries(holder)) {
    const rest = pointerTo(value, member)
    if (rest !== undefined) return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${rest}`
  }
  return undefined
}
