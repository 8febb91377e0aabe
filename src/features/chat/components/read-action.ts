import { snakeCase } from './component-words.ts'
import { isMembers, type JsonSchema, type Members } from './json-schema.ts'

const kinds: Readonly<Record<string, readonly string[]>> = {
  chat: ['chat', 'message', 'send', 'send_message', 'prompt', 'say', 'query', 'ask', 'reply', 'submit'],
  tool: ['tool', 'tool_call', 'call', 'call_tool', 'execute', 'execute_tool', 'run_tool', 'function'],
  workflow: ['workflow', 'run_workflow', 'start_workflow'],
  store: ['store', 'save', 'set', 'write', 'update', 'persist'],
  open: ['open', 'link', 'url', 'navigate', 'open_url', 'open_link', 'open_file', 'href', 'goto', 'external'],
}

/** Which members tell what an action is when it does not say so. */
const telling: readonly (readonly [string, readonly string[]])[] = [
  ['tool', ['tool_name', 'tool', 'function']],
  ['workflow', ['steps', 'workflow_id']],
  ['open', ['url', 'href', 'path', 'page', 'link']],
  ['store', ['key']],
  ['chat', ['message', 'prompt', 'text', 'query', 'content']],
]

/** Whether a declaration is that of an action: alternatives that a `kind` tells apart. */
export function isActionSchema({ anyOf }: JsonSchema): boolean {
  return anyOf !== undefined && anyOf.every(({ properties }) => properties?.['kind']?.const !== undefined)
}

/** An action as models write it, with the `kind` that it must be; its other members are left to the declaration. */
export function readAction(value: unknown): unknown {
  if (typeof value === 'string') return actionInText(value.trim())
  if (Array.isArray(value)) return readAction(value[0])
  if (!isMembers(value)) return value
  const { type, ...rest } = value
  const written = value['kind'] ?? type
  const kind = kindOf(written, rest)
  if (kind === undefined) return value
  const flat = isMembers(rest['payload']) && kind !== 'tool' ? { ...rest['payload'], ...rest } : rest
  return { ...flat, ...impliedBy(kind, flat), kind }
}

function actionInText(text: string): unknown {
  if (text === '') return undefined
  if (/^(https?:\/\/|mailto:|tel:)/i.test(text)) return { kind: 'open', url: text }
  if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(text)) return { kind: 'tool', tool_name: text }
  return { kind: 'chat', message: text }
}

function kindOf(written: unknown, members: Members): string | undefined {
  if (typeof written === 'string') {
    const word = snakeCase(written)
    const named = Object.keys(kinds).find((kind) => kinds[kind]!.includes(word))
    if (named !== undefined) return named
  }
  return telling.find(([, names]) => names.some((name) => members[name] !== undefined))?.[0]
}

function impliedBy(kind: string, members: Members): Members {
  if (kind !== 'workflow' || members['operation'] !== undefined) return {}
  return { operation: members['steps'] === undefined ? 'resume' : 'create' }
}
