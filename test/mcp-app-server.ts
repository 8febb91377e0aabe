import { readFileSync } from 'node:fs'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AppServerFacts } from './mcp-apps-stage.ts'

/** A real MCP server with an app, for tests; the file that it is given says what the app is like. */
const [factsFile = ''] = process.argv.slice(2)
const facts = JSON.parse(readFileSync(factsFile, 'utf8')) as AppServerFacts

const PAGE = 'ui://board/page.html'
const MEDIA_TYPE = 'text/html;profile=mcp-app'

/** The library of the specification as it is on npm, with the app as a value instead of an export. */
function library(): string {
  const path = import.meta.resolve('@modelcontextprotocol/ext-apps/app-with-deps')
  const source = readFileSync(new URL(path), 'utf8')
  const { names } = /export\s*\{(?<names>[^}]*)\}\s*;?\s*$/.exec(source)!.groups!
  const own = names!.split(',').find((name) => name.trim().endsWith(' as App'))!
  const [name] = own.trim().split(' ')
  return `${source.replace(/export\s*\{[^}]*\}\s*;?\s*$/, '')};const App = ${name};`
}

const script = `
  const show = (id, value) => { document.getElementById(id).textContent = typeof value === 'string' ? value : JSON.stringify(value) }
  const app = new App({ name: 'board', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
  app.ontoolinput = ({ arguments: args }) => show('input', args)
  app.ontoolresult = (result) => show('result', result)
  app.onhostcontextchanged = ({ theme }) => show('theme', theme ?? '')
  window.app = app
  document.getElementById('say').onclick = () =>
    app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'Tell me more about Bergen.' }] })
      .then((answer) => show('said', answer), (error) => show('said', error.message))
  document.getElementById('refresh').onclick = () =>
    app.callServerTool({ name: 'refresh', arguments: { by: 2 } })
      .then((answer) => show('refreshed', answer), (error) => show('refreshed', error.message))
  await app.connect()
  show('theme', app.getHostContext().theme)
  show('state', 'connected')
`

function page(): string {
  const outputs = ['state', 'input', 'result', 'refreshed', 'said', 'theme']
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title></head><body>`,
    `<h1>${facts.heading ?? 'Board'}</h1><button id="refresh">Refresh</button><button id="say">Ask more</button>`,
    ...outputs.map((id) => `<p><output id="${id}"></output></p>`),
    `<script type="module">${library().replaceAll('</script', String.raw`<\/script`)}\n${script}</script>`,
    '</body></html>',
  ].join('\n')
}

serveStdio(() => {
  const server = new McpServer({ name: 'board', version: '1.0.0' })
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
  const ui = { ...(facts.csp && { csp: facts.csp }), prefersBorder: true }
  if (facts.mediaType !== 'none')
    server.registerResource('board', PAGE, { mimeType: MEDIA_TYPE }, () => ({
      contents: [{ uri: PAGE, mimeType: facts.mediaType ?? MEDIA_TYPE, text: page(), _meta: { ui } }],
    }))
  server.registerResource('stations', 'board://stations', { mimeType: 'application/json' }, () => ({
    contents: [{ uri: 'board://stations', mimeType: 'application/json', text: '["Bergen"]' }],
  }))
  const city = fromJsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  })
  const by = fromJsonSchema<{ by?: number }>({ type: 'object', properties: { by: { type: 'number' } } })
  server.registerTool(
    'showBoard',
    {
      title: 'Show the board',
      description: 'Shows a city.',
      inputSchema: city,
      _meta: { ui: { resourceUri: PAGE } },
    },
    ({ city: name }) => ({
      ...text(`The board of ${name}.`),
      structuredContent: { city: name, count: 1 },
      _meta: { onlyForThePage: 'page-secret-7431' },
    }),
  )
  let count = 1
  server.registerTool(
    'refresh',
    { description: 'Counts on.', inputSchema: by, _meta: { ui: { visibility: ['app'] } } },
    ({ by: more = 1 }) => {
      count += more
      return { ...text(`Count ${count}.`), structuredContent: { count }, _meta: { fresh: true } }
    },
  )
  server.registerTool(
    'plan',
    { description: 'Only for models.', _meta: { ui: { visibility: ['model'] } } },
    () => text('Planned.'),
  )
  server.registerTool('capabilities', { description: 'Says what its client can show.' }, ({ mcpReq }) =>
    text(JSON.stringify([mcpReq.envelope, server.server.getClientCapabilities()])),
  )
  return server
})
