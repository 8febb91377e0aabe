/** What a model can know of the screen: the words that it is sent, and nothing else. */
export interface View {
  /** Title of the window in front. */
  readonly window: string
  readonly elements: readonly SeenElement[]
  /** All that was told since its last answer. */
  readonly told: string
  /** What came of each action of its last answer, in order. */
  readonly results: readonly string[]
  /** Names of the tools that it can call. */
  readonly tools: ReadonlySet<string>
}

export interface SeenElement {
  readonly id: string
  readonly role: string
  readonly name: string
  readonly value: string
  readonly states: readonly string[]
}

interface Message {
  readonly role: string
  readonly content?: unknown
}

export interface Asked {
  readonly messages: readonly Message[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly response_format?: unknown
}

/** Reads what the service has sent in the protocol of OpenAI. */
export function readView({ messages, tools = [] }: Asked): View {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  const told = since.map(({ content }) => textOf(content)).join('\n')
  return {
    window: frontIn(told),
    elements: elementsIn(told),
    told,
    results: since.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)),
    tools: new Set(tools.map(({ function: { name } }) => name)),
  }
}

/** By what is told beside every result, or by the list of windows. */
function frontIn(told: string): string {
  const quoted = /Window in front[^:]*: ("(?:[^"\\]|\\.)*")/.exec(told)?.[1]
  if (quoted !== undefined) return JSON.parse(quoted) as string
  return /^Window "([^\n]*)" of [^\n]*, in front$/m.exec(told)?.[1] ?? ''
}

/** Lines such as `[e2] text field "Name" = "Ada" (focused) at 60, 40`; a value may also come after a colon. */
const line =
  /^\s*\[(e\d+)\] ([\w -]+?)(?: "([^\n]*?)")?(?: = "([^\n]*?)"|: ([^\n]*?))?(?: \[[^\n]*\])?(?: \(([^()\n]*)\))?(?: at -?\d+, -?\d+|, out of view)?$/gm

function elementsIn(told: string): SeenElement[] {
  return [...told.matchAll(line)].map(([, id, role, name = '', value, other = '', states = '']) => ({
    id: id!,
    role: role!,
    name,
    value: value ?? other,
    states: states.split(', ').filter((state) => state !== ''),
  }))
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
}
