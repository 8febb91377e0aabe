import { answerProblems, type QuestionField, type QuestionForm } from '../../contract/question-form.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { printable } from '../terminal/text-width.ts'

type Asker = Pick<Terminal, 'ask' | 'hint'>

/** Asks for each value until it fits; undefined when the person gave up. */
export async function fillForm(
  { asked_by, fields }: QuestionForm,
  terminal: Asker,
): Promise<Record<string, unknown> | undefined> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = await fillField(asked_by, field, terminal)
    if (value === GAVE_UP) return undefined
    if (value !== undefined) values[field.name] = value
  }
  return values
}

const GAVE_UP = Symbol('gave up')

async function fillField(asked_by: string, field: QuestionField, terminal: Asker): Promise<unknown> {
  for (;;) {
    const typed = await terminal.ask(printable(`${promptOf(field)}: `))
    if (typed === undefined) return GAVE_UP
    const value = typed.trim() === '' ? field.initial : readValue(field, typed.trim())
    const [problem] = answerProblems({ asked_by, fields: [field] }, { [field.name]: value })
    if (!problem) return value
    terminal.hint(printable(problem.message))
  }
}

function promptOf({ label, kind, options = [], required, initial }: QuestionField): string {
  const choices = options.map((option) => option.value).join(', ')
  const hints = [
    kind === 'yes_no' ? 'yes or no' : choices,
    kind === 'choices' ? 'several with commas' : '',
    initial === undefined ? (required ? '' : 'optional') : `Enter for ${JSON.stringify(initial)}`,
  ].filter((hint) => hint !== '')
  return hints.length === 0 ? label : `${label} (${hints.join('; ')})`
}

/** What was typed, as what the field holds; what is neither stays a text, and is refused with a reason. */
function readValue({ kind, options = [] }: QuestionField, typed: string): unknown {
  if (kind === 'number' || kind === 'integer') return Number.isNaN(Number(typed)) ? typed : Number(typed)
  if (kind === 'yes_no') return /^y(es)?$/i.test(typed) ? true : /^no?$/i.test(typed) ? false : typed
  const chosen = (text: string) =>
    options.find(({ value, label }) => [value, label].some((one) => one.toLowerCase() === text.toLowerCase()))
      ?.value ?? text
  if (kind === 'choices') return typed.split(',').map((one) => chosen(one.trim()))
  return kind === 'choice' ? chosen(typed) : typed
}
