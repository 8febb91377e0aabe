import { AppError } from '../../contract/errors.ts'
import type { ModelAnswer, ModelRequest } from './language-model.ts'

type Schema = Readonly<Record<string, unknown>>

/** Reads an answer as JSON in a schema. */
export type AnswerReader = (text: string) => Promise<ReadAnswer>

export type ReadAnswer =
  | { readonly object: unknown }
  /** What is wrong with it, in words for the model. */
  | { readonly problem: string }

const MAX_ISSUES = 10

/** Throws `invalid_request` when the schema itself is none. */
export async function answerReader(schema: Schema): Promise<AnswerReader> {
  const check = await schemaCheck(schema)
  return async (text) => {
    const value = await parse(text)
    if (value === undefined) return { problem: 'It is not valid JSON.' }
    const issues = check(value)
    return issues.length === 0 ? { object: value } : { problem: issues.join('; ') }
  }
}

/** The question again, with what was wrong about the answer to it. */
export function repairRequest(request: ModelRequest, answer: ModelAnswer, problem: string): ModelRequest {
  const order =
    `That answer cannot be used: ${problem}\n` +
    'Answer the question again with one JSON value that fits this JSON Schema, and with nothing else:\n' +
    JSON.stringify(request.schema)
  return {
    ...request,
    turns: [...request.turns, { role: 'assistant', text: answer.text }, { role: 'user', text: order }],
  }
}

async function schemaCheck(schema: Schema): Promise<(value: unknown) => string[]> {
  const [{ Ajv }, { default: addFormats }] = await Promise.all([import('ajv'), import('ajv-formats')])
  // One for each request: a compiler keeps every schema that it ever saw.
  const ajv = new Ajv({ allErrors: true, strict: false })
  ;(addFormats as unknown as (ajv: object) => void)(ajv)
  const { $schema: _, ...plain } = schema
  try {
    const validate = ajv.compile(plain)
    return (value) => {
      if (validate(value)) return []
      return (validate.errors ?? [])
        .slice(0, MAX_ISSUES)
        .map(({ instancePath, message = 'is not valid' }) => `${instancePath || 'the whole'} ${message}`)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('invalid_request', `Can't use this JSON Schema: ${reason}.`, {
      errors: [{ path: '/body/schema', message: reason }],
      cause: error,
    })
  }
}

/** The JSON in an answer, though it stands in a code fence or between words. */
async function parse(text: string): Promise<unknown> {
  const whole = text.trim()
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n?```/i.exec(whole)?.[1]
  const inner = /[{[][\s\S]*[}\]]/.exec(whole)?.[0]
  for (const candidate of [whole, fenced, inner]) {
    const value = candidate === undefined ? undefined : parseJson(candidate)
    if (value !== undefined) return value
  }
  const start = whole.search(/[{[]/)
  if (start === -1) return undefined
  const { jsonrepair } = await import('jsonrepair')
  try {
    return JSON.parse(jsonrepair(fenced ?? whole.slice(start))) as unknown
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
