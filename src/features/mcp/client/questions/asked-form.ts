import type {
  ElicitRequestFormParams,
  ElicitRequestParams,
  PrimitiveSchemaDefinition,
} from '@modelcontextprotocol/client'
import { answerProblems, type QuestionField, type QuestionForm } from '../../../../contract/question-form.ts'
import { visibleText } from '../../../../contract/visible-text.ts'

/** What a person is shown, or why they are not. */
export type AskedForm = { readonly form: QuestionForm } | { readonly refusal: string }

const MAX_FIELDS = 30
const MAX_OPTIONS = 200
const MAX_NAME_LENGTH = 100
const MAX_LABEL_LENGTH = 200
const MAX_HELP_LENGTH = 500
const MAX_TEXT_LENGTH = 20_000
const MAX_LINK_LENGTH = 4_000
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whoever asks for it in a form would read it, so that the protocol forbids it: such things belong on a page of the server. */
const SECRET =
  /\b(?:pass ?(?:word|phrase|code|wd)|secret|api ?key|private key|access key|credential|(?:access|bearer|auth|refresh) ?token|token|pin(?: code)?|cvv|cvc|card number|otp)s?\b/i

/** The question of a server as a form of ours: only what the protocol allows in one, and no more than a person can read. */
export function askedForm(server: string, params: ElicitRequestParams): AskedForm {
  return params.mode === 'url' ? linkForm(server, params.url) : fieldsForm(server, params)
}

function linkForm(server: string, given: string): AskedForm {
  const url = URL.parse(given)
  if (!url || url.username !== '' || url.password !== '' || url.href.length > MAX_LINK_LENGTH)
    return { refusal: 'It wanted to open an address that is none.' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOCAL.has(url.hostname)))
    return { refusal: 'It wanted to open an address without https.' }
  return { form: { asked_by: server, fields: [], link: url.href } }
}

function fieldsForm(server: string, { requestedSchema }: ElicitRequestFormParams): AskedForm {
  const { properties, required = [] } = requestedSchema
  const entries = Object.entries(properties)
  if (entries.length > MAX_FIELDS) return { refusal: `It asked for more than ${MAX_FIELDS} values at once.` }
  const fields: QuestionField[] = []
  for (const [name, schema] of entries) {
    if (isSecret(name, schema)) return { refusal: 'It asked for a password or another secret in a form.' }
    const field = fieldOf(name, schema, required.includes(name))
    if (!field) return { refusal: 'It asked for a value that no form can hold.' }
    fields.push(withFittingInitial(field))
  }
  return { form: { asked_by: server, fields } }
}

/** What could not be entered does not stand there at first either. */
function withFittingInitial(field: QuestionField): QuestionField {
  const { name, initial, ...others } = field
  const fits = answerProblems({ asked_by: '', fields: [field] }, { [name]: initial }).length === 0
  return fits ? field : { name, ...others }
}

function isSecret(name: string, { title = '', description = '' }: PrimitiveSchemaDefinition): boolean {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll(/[^A-Za-z]+/g, ' ')
  return [words, title, description].some((text) => SECRET.test(text))
}

function fieldOf(
  name: string,
  schema: PrimitiveSchemaDefinition,
  required: boolean,
): QuestionField | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const { title, description } = schema
  const known = {
    name,
    label: shown(title ?? name, MAX_LABEL_LENGTH),
    required,
    ...(description !== undefined && { help: shown(description, MAX_HELP_LENGTH) }),
    ...(schema.default !== undefined && { initial: schema.default }),
  }
  const entry = entryOf(schema)
  return entry && { ...known, ...entry }
}

type Entry = Pick<QuestionField, 'kind' | 'format' | 'options' | 'min' | 'max'>

/** How the value is entered. */
function entryOf(schema: PrimitiveSchemaDefinition): Entry | undefined {
  if (schema.type === 'boolean') return { kind: 'yes_no' }
  if (schema.type === 'number' || schema.type === 'integer')
    return { kind: schema.type, ...bounds(schema.minimum, schema.maximum) }
  const options = optionsOf(schema)
  if (options && (options.length === 0 || options.length > MAX_OPTIONS)) return undefined
  if (schema.type === 'array')
    return options && { kind: 'choices', options, ...bounds(schema.minItems, schema.maxItems) }
  return options ? { kind: 'choice', options } : textEntry(schema)
}

function textEntry(schema: PrimitiveSchemaDefinition): Entry {
  const {
    minLength,
    maxLength = MAX_TEXT_LENGTH,
    format,
  } = schema as {
    minLength?: number
    maxLength?: number
    format?: QuestionField['format']
  }
  const limits = bounds(minLength, Math.min(maxLength, MAX_TEXT_LENGTH))
  return { kind: 'text', ...(format && { format }), ...limits }
}

function optionsOf(schema: PrimitiveSchemaDefinition): QuestionField['options'] {
  const { enum: values, enumNames, oneOf, items } = schema as Listed & { items?: Listed }
  const titled = oneOf ?? items?.oneOf ?? items?.anyOf
  if (titled) return titled.map(({ const: value, title }) => option(value, title))
  const plain = values ?? items?.enum
  return plain?.map((value, index) => option(value, enumNames?.[index]))
}

interface Listed {
  readonly enum?: readonly string[]
  readonly enumNames?: readonly string[]
  readonly oneOf?: readonly { const: string; title?: string }[]
  readonly anyOf?: readonly { const: string; title?: string }[]
}

function option(value: string, title: string | undefined) {
  return { value, label: shown(title ?? value, MAX_LABEL_LENGTH) }
}

function bounds(min: number | undefined, max: number | undefined) {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** The words of a stranger: whole lines, nothing unseen, not too long. */
export function shown(text: string, most: number): string {
  const visible = visibleText(text)
  return visible.length > most ? `${visible.slice(0, most)}…` : visible
}
