const MAX_STACK_LENGTH = 4_000

/** A line from a plugin's process, after it was looked at. Nothing in it is believed beyond its shape. */
export type FromPlugin =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: PluginFailure }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly call: number
      readonly method: string
      readonly params: Members
    }
  | { readonly kind: 'notice'; readonly call: number; readonly method: string; readonly params: Members }

export interface PluginFailure {
  readonly message: string
  readonly code: string | undefined
  readonly stack: string | undefined
}

export type Members = Readonly<Record<string, unknown>>

/** Undefined when it is not a message of ours: then the whole channel cannot be trusted to be one. */
export function readMessage(line: string): FromPlugin | undefined {
  const message = membersOf(parse(line))
  if (!message) return undefined
  const { id, method } = message
  const params = membersOf(message['params']) ?? {}
  const { call } = params
  if (typeof method === 'string') {
    if (!isId(call)) return undefined
    return isId(id) ? { kind: 'request', id, call, method, params } : { kind: 'notice', call, method, params }
  }
  if (!isId(id)) return undefined
  const error = membersOf(message['error'])
  return error
    ? { kind: 'failure', id, failure: failureOf(error) }
    : { kind: 'answer', id, result: message['result'] }
}

export function writeMessage(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
}

/** Text of a plugin in a sentence of ours: one line, and not a long one. */
export function inOneLine(text: string, longest = 500): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function failureOf(error: Members): PluginFailure {
  const data = membersOf(error['data']) ?? {}
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    message: inOneLine(text(error['message']) ?? '') || 'It failed without saying why.',
    code: text(data['code']),
    stack: text(data['stack'])?.slice(0, MAX_STACK_LENGTH),
  }
}

function parse(line: string): unknown {
  try {
    // An own member of this name becomes the prototype of whatever is later made from the object.
    return line.includes('__proto__') ? JSON.parse(line, withoutPrototype) : JSON.parse(line)
  } catch {
    return undefined
  }
}

function withoutPrototype(name: string, value: unknown): unknown {
  return name === '__proto__' ? undefined : value
}

export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
