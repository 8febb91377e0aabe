import { readFileSync } from 'node:fs'
import { fromJsonSchema, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ServedState } from './mcp-skills-stage.ts'

/** An MCP server whose skills are what the file says that it is given, also where that is a lie. */
const [stateFile = ''] = process.argv.slice(2)
const state = () => JSON.parse(readFileSync(stateFile, 'utf8')) as ServedState
const never = new Promise<never>(() => {})

serveStdio(() => {
  const server = new McpServer(
    { name: 'skills', version: '1.0.0' },
    {
      capabilities: {
        resources: { listChanged: true },
        extensions: { 'io.modelcontextprotocol/skills': {} },
      },
    },
  )
  const asked = fromJsonSchema<{ uri?: string; cursor?: string }>({ type: 'object' })
  const cache = { ttlMs: 0, cacheScope: 'private' }
  server.server.setRequestHandler('skills/list', { params: asked }, ({ cursor = '0' }) => {
    const { skills, page = skills.length || 1, endless = false } = state()
    const from = Number(cursor)
    const shown = skills.slice(from, from + page)
    const isMore = endless || from + page < skills.length
    return { skills: shown, ...(isMore && { nextCursor: String(from + page) }), ...cache }
  })
  server.server.setRequestHandler('skills/get', { params: asked }, ({ uri }) => {
    const { skills, unlisted = [] } = state()
    const skill = [...skills, ...unlisted].find((one) => one.uri === uri)
    if (!skill) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri}`)
    return { skill, ...cache }
  })
  server.server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const { contents, hangs = false } = state()
    if (hangs) return never
    const content = contents[uri]
    if (content === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Nothing at ${uri}`)
    return { contents: [{ uri, blob: content }] }
  })
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
  server.registerTool('announce', { description: 'Says that its resources changed.' }, () => {
    server.sendResourceListChanged()
    return text('Said.')
  })
  server.registerTool('end', { description: 'Ends the server.' }, () => process.exit(3))
  return server
})
