import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { skillsCapability } from '../src/platform/mcp/skills-extension.ts'
import { APPS } from './mcp-app-host.ts'
import { mcpClient, type McpClientOptions } from './mcp-client.ts'
import { newProgram, programPath, type Program } from './program.ts'
import { writeSkill } from './skill-folders.ts'

// It tries the examples of docs/mcp.md.

let program: Program
let port: number
beforeAll(async () => {
  program = await newProgram()
  port = await freePort()
})
afterAll(() => program[Symbol.asyncDispose]())

/** The official client, with the program as a server on its standard streams. */
async function connect(options: Omit<McpClientOptions, 'token'>, words: readonly string[] = []) {
  const client = mcpClient(options)
  const env = { ...program.environment, DESKHAND_PORT: String(port) } as Record<string, string>
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [programPath, 'mcp', ...words],
      env,
      stderr: 'ignore',
    }),
  )
  return client
}

test('without a service it says so and ends', async () => {
  const { code, stdout, stderr } = await program.run(['mcp'])
  expect({ code, stdout }).toEqual({ code: 69, stdout: '' })
  expect(stderr).toContain('deskhand start')
})

test.each(['legacy', 'auto'] as const)(
  'a %s client on the standard streams lists, calls, asks its user and reads',
  async (mode) => {
    await using client = await connect(
      { mode, answer: () => ({ action: 'accept', content: { approve: true } }) },
      ['--start'],
    )
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('READ_FILE')
    const path = join(program.home, `${mode}.txt`)
    await writeFile(path, 'x')
    const read = await client.callTool({ name: 'READ_FILE', arguments: { path } })
    expect(read).toMatchObject({ isError: false, structuredContent: { success: true } })
    const deleted = await client.callTool({ name: 'DELETE_FILE', arguments: { path } })
    expect(deleted.structuredContent).toMatchObject({ success: true })
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
    await expect(client.callTool({ name: 'NONE', arguments: {} })).rejects.toThrow('Unknown tool')
  },
)

test.each(['legacy', 'auto'] as const)(
  'a %s client on the standard streams that shows apps gets the page of answers',
  async (mode) => {
    await using client = await connect({ mode, extensions: APPS }, ['--start'])
    expect(client.getServerCapabilities()?.extensions).toMatchObject(APPS)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('COMPONENT_DATA')
    const { resourceUri: uri } = tools.find(({ name }) => name === 'ASK')!._meta!['ui'] as {
      resourceUri: string
    }
    const { contents } = await client.readResource({ uri })
    expect(contents[0]).toMatchObject({ mimeType: 'text/html;profile=mcp-app' })
    const answer = await client.callTool({ name: 'ASK', arguments: { message: 'What is 5 miles in km?' } })
    expect(answer).toMatchObject({ isError: false, content: [{ text: expect.stringContaining('8.04') }] })
  },
)

const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const

test.each(['legacy', 'auto'] as const)(
  'a %s client on the standard streams gets prompts, completions and skills',
  async (mode) => {
    const name = `minutes-${mode}`
    await writeSkill(join(program.folder.root, 'skills'), name)
    await using client = await connect({ mode }, ['--start'])
    expect(await program.run(['skills', 'enable', name, '--yes'])).toMatchObject({ code: 0 })
    expect(client.getServerCapabilities()).toMatchObject({
      prompts: {},
      completions: {},
      extensions: skillsCapability,
    })
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toContain(`skill-${name}`)
    const { messages } = await client.getPrompt({ name: `skill-${name}` })
    expect(JSON.stringify(messages)).toContain('Be brief.')
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow('none')
    const ref = { type: 'ref/resource' as const, uri: 'deskhand://store/{key}' }
    const { completion } = await client.complete({ ref, argument: { name: 'key', value: 'no-such' } })
    expect(completion.values).toEqual([])
    const listed = await client.request({ method: 'skills/list', params: {} }, anything)
    const { skills } = listed as { skills: { uri: string; frontmatter: { name: string } }[] }
    const { uri } = skills.find(({ frontmatter }) => frontmatter.name === name)!
    const { contents } = await client.readResource({ uri })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('Be brief.') })
    const folder = await client.request(
      { method: 'resources/directory/read', params: { uri: uri.replace('/SKILL.md', '') } },
      anything,
    )
    expect(folder).toMatchObject({ resources: [{ uri }] })
  },
)
