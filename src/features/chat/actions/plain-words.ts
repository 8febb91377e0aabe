import { isComponentSchema, isMembers, type JsonSchema, type Members } from '../components/json-schema.ts'
import { isActionSchema } from '../components/read-action.ts'

/** What a person reads on a thing that can be pressed, the plainest first. */
const readable = ['label', 'title', 'text', 'name', 'alt', 'caption', 'message'] as const
const labels = ['action_label', 'submit_label'] as const

/**
 * Lets everything of a component that says something in the conversation show what it says. A model that has read the
 * words of strangers may otherwise put "Show more" on a button that says something else. A button takes the words as its
 * label; anything else says what stands on it.
 */
export function showWords(component: Members, schema: JsonSchema): void {
  visit(component, schema, component['type'] === 'button' ? ['label'] : labels)
}

function visit(value: unknown, schema: JsonSchema, labelled: readonly string[]): void {
  if (isComponentSchema(schema)) return
  if (Array.isArray(value) && schema.items) for (const entry of value) visit(entry, schema.items, [])
  if (!isMembers(value)) return
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (!isActionSchema(member)) visit(value[name], member, [])
    else if (isMembers(value[name]) && value[name]['kind'] === 'chat')
      showWordsOn(value, { name, properties: schema.properties!, labelled })
  }
}

interface Pressed {
  readonly name: string
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly labelled: readonly string[]
}

function showWordsOn(holder: Members, { name, properties, labelled }: Pressed): void {
  const action = holder[name] as Members
  const message = String(action['message'])
  const label = labelled.find((one) => properties[one])
  if (label !== undefined) {
    const words = message.slice(0, properties[label]!.maxLength).trim()
    holder[label] = words
    holder[name] = { ...action, message: words }
    return
  }
  const shown = readable.map((one) => holder[one]).find((one) => typeof one === 'string' && one.trim() !== '')
  if (typeof shown !== 'string') delete holder[name]
  // What was entered is the person's own.
  else holder[name] = { ...action, message: escaped(shown) + (/\$[A-Za-z_]/.test(message) ? ': $value' : '') }
}

/** A dollar that stands for itself: else it would be filled in. */
function escaped(text: string): string {
  return text.slice(0, 2_000).replaceAll('$', '$$$$')
}
