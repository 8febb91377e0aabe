import type { OfferedTool, Turn } from '../language-model.ts'

type AssistantTurn = Extract<Turn, { role: 'assistant' }>
type UserTurn = Extract<Turn, { role: 'user' }>
type ToolTurn = Extract<Turn, { role: 'tool' }>

/**
 * The tools in words, for a model or a server that has no form for them. It is the form that most open models were taught,
 * and `WrittenCalls` reads what they answer.
 */
export function toolsInWords(tools: readonly OfferedTool[]): string {
  const declared = tools.map((tool) => JSON.stringify(tool))
  return [
    'You can call tools. To call one, end your answer with a block in exactly this form, one for each call, and write nothing after it:',
    '<tool_call>\n{"name": "NAME_OF_TOOL", "arguments": {"argument": "value"}}\n</tool_call>',
    'The results come in the next message, between <tool_response> and </tool_response>. Never write those yourself. The tools, each with the JSON Schema of its arguments:',
    ...declared,
  ].join('\n')
}

/** What was said with calls and results as texts. Nobody speaks twice in a row: some models refuse that. */
export function turnsInWords(turns: readonly Turn[]): Turn[] {
  const said: Turn[] = []
  for (const turn of turns.map(inWords)) {
    const last = said.at(-1)
    if (last?.role === 'user' && turn.role === 'user') said[said.length - 1] = together(last, turn)
    else said.push(turn)
  }
  return said
}

function inWords(turn: Turn): UserTurn | AssistantTurn {
  if (turn.role === 'user') return turn
  if (turn.role === 'tool') return responseOf(turn)
  const { text, calls = [] } = turn
  const written = calls.map(
    ({ name, args }) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`,
  )
  return { role: 'assistant', text: [text, ...written].filter((part) => part !== '').join('\n') }
}

function responseOf({ name, result, pictures }: ToolTurn): UserTurn {
  const told = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  // What a tool found cannot end its own response and go on as somebody else.
  const text = told.replaceAll(/<(?=\/?tool_(?:response|call))/gi, '< ')
  return {
    role: 'user',
    text: `<tool_response>\n${name}: ${text}\n</tool_response>`,
    ...(pictures && { pictures }),
  }
}

function together(one: UserTurn, other: UserTurn): UserTurn {
  const pictures = [...(one.pictures ?? []), ...(other.pictures ?? [])]
  return { role: 'user', text: `${one.text}\n\n${other.text}`, ...(pictures.length > 0 && { pictures }) }
}
