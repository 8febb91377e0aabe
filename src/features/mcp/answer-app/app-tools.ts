import type { JSONObject, Tool as McpTool } from '@modelcontextprotocol/server'
import { closed, literals } from '../../../contract/schema.ts'
import { Type, type TObject } from '../../../contract/type.ts'

export const ASK = 'ASK'
export const SHOW_COMPONENT = 'SHOW_COMPONENT'
export const COMPONENT_ACTION = 'COMPONENT_ACTION'
export const COMPONENT_DATA = 'COMPONENT_DATA'

const component = (description: string) =>
  Type.Object({ type: Type.String({ description: 'Kind of component' }) }, { description })

const path = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'Path of the service, with its query',
})

export const AskArguments = closed({
  message: Type.String({ minLength: 1, maxLength: 20_000, description: 'The sentence' }),
  session: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._:~@-]{1,128}$',
      description: 'session_id of an earlier answer, to go on in that conversation',
    }),
  ),
})

export const ShowArguments = closed({
  component: Type.Optional(component('One component: its type and members')),
  components: Type.Optional(
    Type.Array(component('A component'), { minItems: 1, maxItems: 50, description: 'Several, in order' }),
  ),
})

export const DataArguments = closed({ path })

export const ActionArguments = closed({
  method: literals(['POST', 'DELETE'], { description: 'HTTP method' }),
  path,
  body: Type.Optional(Type.Unknown({ description: 'JSON body' })),
  if_match: Type.Optional(Type.String({ maxLength: 100, description: 'Only if this is the version' })),
  if_none_match: Type.Optional(
    Type.String({ maxLength: 100, description: '*: only if there is nothing yet' }),
  ),
})

const shown = {
  message: Type.String({ description: 'The same in words' }),
  components: Type.Array(component('A component'), { description: 'What is shown' }),
}

const Shown = Type.Object(shown)
const Answer = Type.Object({
  ...shown,
  session_id: Type.String({ description: 'The conversation, for the next sentence' }),
  run_id: Type.String({ description: 'This answer' }),
})
const Reply = Type.Object({
  status: Type.Integer({ description: 'HTTP status' }),
  body: Type.Unknown({ description: 'The answer, or why there is none' }),
  etag: Type.Optional(Type.String({ description: 'Version of what was read or written' })),
})

interface Declared {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  readonly output: TObject
  readonly hints: NonNullable<McpTool['annotations']>
  readonly ui: object | undefined
}

/** What every client gets: the chat behind one tool. */
export function askTool(uri: string | undefined): McpTool {
  return declared({
    name: ASK,
    title: 'Ask Deskhand',
    description:
      'Puts a sentence to the assistant on the user’s own machine and returns its answer: weather, timers, lists, files, ' +
      'figures of this machine and whatever else it can do. What sends or deletes something waits for the user’s approval.',
    input: AskArguments,
    output: Answer,
    hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    ui: uri === undefined ? undefined : { resourceUri: uri },
  })
}

/** What only clients get that show the page. */
export function pageTools(resourceUri: string): McpTool[] {
  const ofView = { resourceUri, visibility: ['app'] }
  return [
    declared({
      name: SHOW_COMPONENT,
      title: 'Show a component',
      description:
        'Shows interface components of Deskhand, such as table, chart, live_weather or todo_list, which stay live. ' +
        'Says what is wrong with one that does not fit its schema.',
      input: ShowArguments,
      output: Shown,
      hints: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
      ui: { resourceUri },
    }),
    declared({
      name: COMPONENT_DATA,
      title: 'Read for a component',
      description: 'Reads what a component shows.',
      input: DataArguments,
      output: Reply,
      hints: { readOnlyHint: true, openWorldHint: true },
      ui: ofView,
    }),
    declared({
      name: COMPONENT_ACTION,
      title: 'Use a component',
      description: 'Does what was pressed or entered on a component.',
      input: ActionArguments,
      output: Reply,
      hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
      ui: ofView,
    }),
  ]
}

function declared({ input, output, hints, ui, ...tool }: Declared): McpTool {
  return {
    ...tool,
    inputSchema: asJson(input),
    outputSchema: asJson(output),
    annotations: { title: tool.title, ...hints },
    ...(ui && { _meta: { ui } }),
  }
}

function asJson(schema: TObject): McpTool['inputSchema'] {
  return { ...(JSON.parse(JSON.stringify(schema)) as JSONObject), type: 'object' }
}
