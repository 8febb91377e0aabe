import { defineComponent, type Loads } from '../../contract/component.ts'
import { closed, identifier } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, passage, title } from '../members.ts'

export const mcpApp = defineComponent({
  type: 'mcp_app',
  tier: 1,
  summary: 'The page of an MCP server that shows what one of its tools answered; only the service makes it.',
  props: closed({
    title,
    server: line('The MCP server that brings the page'),
    resource_uri: Type.String({
      pattern: '^ui://',
      maxLength: 500,
      loads: 'script' satisfies Loads,
      description: 'The page, by its address at the server',
    }),
    call_id: identifier('The call that it shows, for GET /api/mcp-apps/{call_id}'),
    height: Type.Optional(
      Type.Integer({
        minimum: 40,
        maximum: 2_000,
        description: 'Height in pixels to begin with; the page may ask for another',
      }),
    ),
    text: Type.Optional(passage('What the tool answered in words, where the page cannot be shown', 4_000)),
  }),
  example: {
    title: 'Get weather',
    server: 'weather',
    resource_uri: 'ui://weather/dashboard',
    call_id: 'app_3v9kQm2TzXw7RbN1cYh5LpSd',
    text: 'Sunny, 12 °C',
  },
})
