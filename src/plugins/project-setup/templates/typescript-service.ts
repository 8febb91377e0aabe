import { readme } from '../common-files.ts'
import { json, packageName, type Project, type ProjectFiles, type Template } from '../project.ts'
import { developmentTools, nodeEngine, typescriptCommon, typescriptSettings } from './typescript.ts'

export const typescriptService: Template = {
  files,
  nextSteps: ['npm test', 'npm start', 'npm install', 'npm run check'],
}

function files(project: Project): ProjectFiles {
  return {
    ...typescriptCommon(project),
    'README.md': readme(project, usage),
    'package.json': json({
      name: packageName(project),
      version: '0.1.0',
      private: true,
      description: project.description,
      license: 'MIT',
      type: 'module',
      engines: nodeEngine,
      scripts: {
        start: 'node src/main.ts',
        dev: 'node --watch src/main.ts',
        test: 'node --test "src/**/*.test.ts"',
        check: 'tsc --noEmit && oxlint',
      },
      devDependencies: developmentTools,
    }),
    'tsconfig.json': typescriptSettings({ types: ['node'] }),
    'src/server.ts': serverSource(project),
    'src/server.test.ts': serverTest,
    'src/main.ts': mainSource,
  }
}

function serverSource(project: Project): string {
  return `import { createServer, type Server, type ServerResponse } from 'node:http'

/** The service, not yet listening: tests give it a port of their own. */
export function createService(): Server {
  return createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (!url) return answer(response, 400, { error: 'This address cannot be read.' })
    if (request.method !== 'GET') return answer(response, 405, { error: 'Only GET is answered here.' })
    if (url.pathname === '/health') return answer(response, 200, { status: 'ok' })
    if (url.pathname === '/') return answer(response, 200, greeting(url))
    return answer(response, 404, { error: \`There is nothing at \${url.pathname}.\` })
  })
}

function greeting({ searchParams }: URL): object {
  const name = searchParams.get('name')
  return { service: ${JSON.stringify(project.name)}, greeting: \`Hello \${name ?? 'world'}\` }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
`
}

const serverTest = `import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createService } from './server.ts'

const server = createService()
let url = ''

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`
})
after(() => server.close())

test('it says that it is well', async () => {
  const response = await fetch(\`\${url}/health\`)
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { status: 'ok' })
})

test('it greets by name', async () => {
  const body = (await (await fetch(\`\${url}/?name=Ada\`)).json()) as { greeting: string }
  assert.equal(body.greeting, 'Hello Ada')
})

test('an unknown path is 404', async () => {
  assert.equal((await fetch(\`\${url}/nowhere\`)).status, 404)
})
`

const mainSource = `import { createService } from './server.ts'

const port = Number(process.env['PORT'] ?? 3000)
const host = process.env['HOST'] ?? '127.0.0.1'
const server = createService()

server.listen(port, host, () => console.log(\`Listening on http://\${host}:\${port}\`))

// What is being answered may end; then the process does.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close()
    server.closeIdleConnections()
  })
`

const usage = `## Run it

\`\`\`sh
npm start                          # http://127.0.0.1:3000
curl http://127.0.0.1:3000/health
PORT=8080 HOST=0.0.0.0 npm start   # elsewhere
\`\`\`

## Work on it

\`\`\`sh
npm run dev     # starts again when a file changes
npm test        # needs nothing installed: Node runs TypeScript as it is
npm install     # the compiler and the linter
npm run check   # types and lint
\`\`\``
