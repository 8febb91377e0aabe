import type { ErrorIssue } from './errors.ts'
import { closed, literals } from './schema.ts'
import { Type, type Static } from './type.ts'

/** What a text can have to be. */
export const questionFormats = ['email', 'uri', 'date', 'date-time'] as const

/** One value that is asked for. */
export const QuestionField = closed({
  name: Type.String({ description: 'Under which the value is sent' }),
  label: Type.String({ description: 'What to enter' }),
  help: Type.Optional(Type.String({ description: 'A sentence about it' })),
  kind: literals(['text', 'number', 'integer', 'yes_no', 'choice', 'choices'], {
    description: 'choice takes one of the options, choices several',
  }),
  format: Type.Optional(literals(questionFormats, { description: 'What a text must be' })),
  options: Type.Optional(
    Type.Array(
      closed({
        value: Type.String({ description: 'What is sent' }),
        label: Type.String({ description: 'What is shown' }),
      }),
      { description: 'What can be chosen' },
    ),
  ),
  required: Type.Boolean({ description: 'Whether it must be entered' }),
  initial: Type.Optional(Type.Unknown({ description: 'What stands there at first' })),
  min: Type.Optional(Type.Number({ description: 'Smallest number, or fewest characters or choices' })),
  max: Type.Optional(Type.Number({ description: 'Largest number, or most characters or choices' })),
})
export type QuestionField = Static<typeof QuestionField>

/** What somebody else wants to know from a person, or where it wants to send them. */
export const QuestionForm = closed({
  asked_by: Type.String({ description: 'Who asks, and gets the answer' }),
  fields: Type.Array(QuestionField, { description: 'What is asked for; none where a page is to be opened' }),
  link: Type.Optional(Type.String({ description: 'The page to open, as it is' })),
})
export type QuestionForm = Static<typeof QuestionForm>

type Values = Readonly<Record<string, unknown>>

/** What the fields hold before anybody has entered anything. */
export function initialAnswer({ fields }: QuestionForm): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  )
}

/** Only what was asked for, and nothing where nothing was entered. */
export function givenAnswer({ fields }: QuestionForm, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name }) =>
      Object.hasOwn(values, name) && values[name] !== undefined && values[name] !== ''
        ? [[name, values[name]]]
        : [],
    ),
  )
}

/** Everything that keeps an answer from being sent, each in a sentence. */
export function answerProblems(form: QuestionForm, values: Values): ErrorIssue[] {
  const given = givenAnswer(form, values)
  return form.fields.flatMap((field) => {
    const message = problemOf(field, given[field.name])
    return message === undefined ? [] : [{ path: `/${field.name}`, message: `${field.label}: ${message}` }]
  })
}

function problemOf(field: QuestionField, value: unknown): string | undefined {
  if (value === undefined) return field.required ? 'enter something.' : undefined
  return PROBLEMS[field.kind](field, value)
}

const PROBLEMS: Readonly<
  Record<QuestionField['kind'], (field: QuestionField, value: unknown) => string | undefined>
> = {
  text: textProblem,
  number: numberProblem,
  integer: numberProblem,
  yes_no: (_field, value) => (typeof value === 'boolean' ? undefined : 'must be yes or no.'),
  choice: (field, value) => (isOption(field, value) ? undefined : 'choose one of the options.'),
  choices: choicesProblem,
}

function numberProblem({ kind, min = -Infinity, max = Infinity }: QuestionField, value: unknown) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number.'
  if (kind === 'integer' && !Number.isInteger(value)) return 'must be a whole number.'
  if (value < min) return `must be at least ${min}.`
  return value > max ? `must be at most ${max}.` : undefined
}

function textProblem({ format, min = 0, max = Infinity }: QuestionField, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a text.'
  const { length } = Array.from(value)
  if (length < min) return `needs at least ${min} characters.`
  if (length > max) return `can have at most ${max} characters.`
  return format === undefined || FORMATS[format].test(value) ? undefined : FORMATS[format].otherwise
}

function choicesProblem(field: QuestionField, value: unknown): string | undefined {
  const { min = 0, max = Infinity } = field
  if (!Array.isArray(value) || !value.every((one) => isOption(field, one))) return 'choose from the options.'
  if (value.length < min) return `choose at least ${min}.`
  return value.length > max ? `choose at most ${max}.` : undefined
}

function isOption({ options = [] }: QuestionField, value: unknown): boolean {
  return options.some((option) => option.value === value)
}

const FORMATS: Readonly<
  Record<NonNullable<QuestionField['format']>, { test: (text: string) => boolean; otherwise: string }>
> = {
  email: { test: (text) => /^[^\s@]+@[^\s@]+$/.test(text), otherwise: 'must be an e-mail address.' },
  uri: { test: (text) => URL.canParse(text), otherwise: 'must be a web address, e.g. https://example.com.' },
  date: {
    test: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
    otherwise: 'must be a date, e.g. 2026-11-19.',
  },
  'date-time': {
    test: (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
    otherwise: 'must be a date and a time, e.g. 2026-11-19T09:30:00Z.',
  },
}
