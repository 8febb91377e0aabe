import type { ErrorIssue } from '../../../contract/errors.ts'
import { ExpressionError } from '../../../platform/expressions/expression-error.ts'
import { parseExpression } from '../../../platform/expressions/parse.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import { Trigger, triggerTypeNames } from '../triggers/schemas.ts'

const text = { type: 'string' }
const texts = { type: 'array', items: text }

/** The form of triggers for a model: all members of all types, so that it stays short; the check sorts them out. */
export const triggersSchema = {
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['type'],
    properties: {
      type: { type: 'string', enum: triggerTypeNames },
      when: text,
      path: text,
      events: texts,
      folder: text,
      before_s: { type: 'number' },
      url: text,
      key: text,
      for_s: { type: 'number' },
      status: texts,
      phrases: texts,
      cron: text,
      every: text,
    },
  },
}

/** What a model must know to say when something runs. */
export const TRIGGER_WORDS =
  'triggers says what starts it; it is empty when the request does not say. Types and members: file {path, events of created|changed|removed}, mail {folder}, calendar {before_s}, feed {url}, store {key}, metric {when, for_s}, notification, workflow {status of completed|failed|waiting}, chat {phrases}, webhook, schedule {cron or every, e.g. "15m"}. Each can have when, an expression that must be true. Steps see what happened as $event: file path, name, size; mail from, from_name, subject, text, message_id, folder, attachments; calendar title, start, location; feed title, link, summary; store key, value; metric disk.used_percent, cpu.used_percent, memory.used_percent, battery.percent; notification level, title, message; workflow name, status. To tell the user something, use NOTIFY_USER.'

/** What a model must know to say under which condition and for what a step runs. */
export const CONTROL_WORDS =
  'A step can have when, an expression that must be true, e.g. "$read.bytes > 1000 and like(lower($event.name), \\"*invoice*\\")" (also or, not, in, size, empty, contains, starts_with, ends_with, any, all; any(...) for [*]); for_each {in: "$find.results", as: "file"}, which runs it once for each item, known as $file; and after "failure" or "always", about how the steps in depends_on end.'

/** The triggers of an answer. What is wrong with them is told like everything else. */
export function readTriggers(given: unknown, issues: ErrorIssue[]): Trigger[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) {
    issues.push({ path: '/triggers', message: 'must be a list' })
    return []
  }
  return given.map((one: unknown, index) => {
    const members = one !== null && typeof one === 'object' ? Object.entries(one) : []
    const trigger: Readonly<Record<string, unknown>> = {
      ...Object.fromEntries(members.filter(([, value]) => isGiven(value))),
      id: `t${index + 1}`,
    }
    const found = [...checkFor(Trigger, 'body')(structuredClone(trigger)), ...expressionIssues(trigger)]
    issues.push(...found.map(({ path, message }) => ({ path: `/triggers/${index}${path}`, message })))
    return trigger as unknown as Trigger
  })
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function expressionIssues({ when }: Readonly<Record<string, unknown>>): ErrorIssue[] {
  if (typeof when !== 'string') return []
  try {
    parseExpression(when, { isKnown: (name) => name === 'event' || name === 'events' })
    return []
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return [{ path: '/when', message: `can't be read at column ${error.column}: ${error.message}` }]
  }
}
