import {
  answerProblems,
  questionFormats,
  type QuestionField,
  type QuestionForm,
} from '../../../../contract/question-form.ts'
import { visibleText } from '../../../../contract/visible-text.ts'
import { isPageQuestion, type AskedQuestion, type AskedValue, type FormQuestion } from './asked-question.ts'

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

/** The question of a server as a form of ours: only what the protocol allows in one, and no more than a person can read. */
export function askedForm(server: string, question: AskedQuestion): AskedForm {
  return isPageQuestion(question) ? linkForm(server, question.url) : fieldsForm(server, question)
}

function linkForm(server: string, given: string): AskedForm {
  const url = URL.parse(given)
  if (!url || url.username !== '' || url.password !== '' || url.href.length > MAX_LINK_LENGTH)
    return { refusal: 'It wanted to open an address that is none.' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOCAL.has(url.hostname)))
    return { refusal: 'It wanted to open an address without https.' }
  return { form: { asked_by: server, fields: [], link: url.href } }
}

function fieldsForm(server: string, { requestedSchema }: FormQuestion): AskedForm {
  const { properties, required = [] } = requestedSchema
  const entries = Object.entries(properties)
  if (entries.length > MAX_FIELDS) return { refusal: `It asked for more than ${MAX_FIELDS} values at once.` }
  const fields: QuestionField[] = []
  for (const [name, schema] of entries) {
    if (isSecret(schema)) return { refusal: 'It asked for a password or another secret in a form.' }
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

/** As its schema marks it. Whoever asks for it in a form would read it, so that the protocol wants it on a page of the server. */
function isSecret({ format, writeOnly }: AskedValue): boolean {
  return format === 'password' || writeOnly === true
}

function fieldOf(name: string, schema: AskedValue, required: boolean): QuestionField | undefined {
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
function entryOf(schema: AskedValue): Entry | undefined {
  if (schema.type === 'boolean') return { kind: 'yes_no' }
  if (schema.type === 'number' || schema.type === 'integer')
    return { kind: schema.type, ...bounds(schema.minimum, schema.maximum) }
  const options = optionsOf(schema)
  if (options && (options.length === 0 || options.length > MAX_OPTIONS)) return undefined
  if (schema.type === 'array')
    return options && { kind: 'choices', options, ...bounds(schema.minItems, schema.maxItems) }
  if (schema.type !== 'string') return undefined
  return options ? { kind: 'choice', options } : textEntry(schema)
}

function textEntry({ minLength, maxLength = MAX_TEXT_LENGTH, format: given }: AskedValue): Entry {
  // One that is not known here says nothing that could be checked.
  const format = questionFormats.find((one) => one === given)
  const limits = bounds(minLength, Math.min(maxLength, MAX_TEXT_LENGTH))
  return { kind: 'text', ...(format && { format }), ...limits }
}

function optionsOf({ enum: values, enumNames, oneOf, items }: AskedValue): QuestionField['options'] {
  const titled = oneOf ?? items?.oneOf ?? items?.anyOf
  if (titled) return titled.map(({ const: value, title }) => option(value, title))
  const plain = values ?? items?.enum
  return plain?.map((value, index) => option(value, enumNames?.[index]))
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
