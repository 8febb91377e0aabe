/** What a person entered, as the shell has it. */
export interface Entered {
  /** What the control holds. */
  readonly value?: unknown
  /** The fields of the form around it, by name. */
  readonly form?: Readonly<Record<string, unknown>> | undefined
}

/**
 * An action with what was entered in place of `$value`, `$form` and `$name`. A text that is nothing but such a name takes
 * the value with its type; inside a longer text it is written out. `$$` is a dollar. Unknown names stay as they are.
 */
export function fillAction<Action>(action: Action, entered: Entered): Action {
  return fill(action, namesOf(entered)) as Action
}

function namesOf({ value, form = {} }: Entered): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(form),
    ['form', form],
    ...(value === undefined ? [] : ([['value', value]] as const)),
  ])
}

function fill(part: unknown, names: ReadonlyMap<string, unknown>): unknown {
  if (typeof part === 'string') return fillText(part, names)
  if (Array.isArray(part)) return part.map((entry) => fill(entry, names))
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, fill(member, names)]))
}

function fillText(text: string, names: ReadonlyMap<string, unknown>): unknown {
  const [, whole] = /^\$([A-Za-z_][\w-]*)$/.exec(text) ?? []
  if (whole !== undefined && names.has(whole)) return names.get(whole)
  return text.replaceAll(/\$(\$|[A-Za-z_][\w-]*)/g, (written, name: string) => {
    if (name === '$') return '$'
    return names.has(name) ? textOf(names.get(name)) : written
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
