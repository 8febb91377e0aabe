import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp } from './mcp-client.ts'
import { startTestService, type TestService } from './service.ts'
import { skillText, writeSkill } from './skill-folders.ts'

let service: TestService
let minutes: string
beforeAll(async () => {
  service = await startTestService()
  minutes = await writeSkill(service.folder.skills, 'minutes', {
    'SKILL.md': skillText('minutes', { license: 'MIT', metadata: '{version: 1.5, tags: [a, b]}' }),
    'references/style guide.md': 'Be short.\n',
    'assets/dot.bin': Buffer.from([0, 255, 1]),
  })
  await writeSkill(service.folder.skills, 'unseen')
  await enable('minutes')
})
afterAll(() => service[Symbol.asyncDispose]())

async function enable(name: string): Promise<void> {
  const { hash } = await service.client.skills.read({ params: { name } })
  await service.client.skills.enable({ params: { name }, body: { hash: hash! } })
}

interface Entry {
  readonly uri: string
  readonly frontmatter: Record<string, unknown>
  readonly resources: readonly { uri: string; digest: string; size: number }[]
}
interface Answer {
  readonly skills?: readonly Entry[]
  readonly skill?: Entry
  readonly nextCursor?: string
  readonly resources?: readonly { uri: string; name: string; mimeType?: string }[]
}
const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const
const ask = (client: Client, method: string, params: Record<string, unknown> = {}) =>
  client.request({ method, params }, anything) as Promise<Answer>
const digest = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

test.each(['auto', 'legacy'] as const)(
  'enabled skills are listed with digests, and no others (%s)',
  async (mode) => {
    await using client = await connectMcp(service.address, { mode })
    expect(client.getServerCapabilities()).toMatchObject({
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    })
    const { skills = [] } = await ask(client, 'skills/list')
    expect(skills).toHaveLength(1)
    expect(skills[0]).toMatchObject({
      uri: 'skill://minutes/SKILL.md',
      frontmatter: { name: 'minutes', license: 'MIT', metadata: { version: 1.5, tags: ['a', 'b'] } },
    })
    expect(skills[0]!.resources.map(({ uri }) => uri)).toEqual([
      'skill://minutes/SKILL.md',
      'skill://minutes/assets/dot.bin',
      'skill://minutes/references/style%20guide.md',
    ])
    for (const { uri, size, digest: told } of skills[0]!.resources) {
      const { contents } = await client.readResource({ uri })
      const [content] = contents
      const bytes = 'blob' in content! ? Buffer.from(content.blob, 'base64') : Buffer.from(content!.text)
      expect([bytes.length, digest(bytes)]).toEqual([size, told])
    }
    const { skill } = await ask(client, 'skills/get', { uri: 'skill://minutes/SKILL.md' })
    expect(skill).toEqual(skills[0])
    const { resources } = await client.listResources()
    expect(resources.filter(({ uri }) => uri.startsWith('skill:'))).toMatchObject([
      { uri: 'skill://minutes/SKILL.md', name: 'minutes', mimeType: 'text/markdown' },
    ])
  },
)

test('folders of a skill are read one by one', async () => {
  await using client = await connectMcp(service.address)
  const children = async (uri: string) => (await ask(client, 'resources/directory/read', { uri })).resources
  expect(await children('skill://minutes')).toMatchObject([
    { uri: 'skill://minutes/SKILL.md', name: 'minutes', mimeType: 'text/markdown' },
    { uri: 'skill://minutes/assets', name: 'assets', mimeType: 'inode/directory' },
    { uri: 'skill://minutes/references', name: 'references', mimeType: 'inode/directory' },
  ])
  expect(await children('skill://minutes/references')).toMatchObject([
    { uri: 'skill://minutes/references/style%20guide.md', name: 'style guide.md' },
  ])
})

test.each([
  'skill://unseen/SKILL.md',
  'skill://minutes/../unseen/SKILL.md',
  'skill://minutes/%2e%2e/unseen/SKILL.md',
  'skill://minutes/references/../SKILL.md',
  'skill://minutes/references/style guide.md',
  'skill://minutes//SKILL.md',
  'skill://minutes',
  'skill:///etc/passwd',
  'skill://.enabled/SKILL.md',
])('nothing is served at %s', async (uri) => {
  await using client = await connectMcp(service.address)
  const refused = { code: -32_602 }
  await expect(client.readResource({ uri })).rejects.toMatchObject(refused)
  await expect(ask(client, 'skills/get', { uri })).rejects.toMatchObject(refused)
  await expect(ask(client, 'resources/directory/read', { uri: `${uri}/` })).rejects.toMatchObject(refused)
})

test('what is served is what was enabled, until it is enabled anew', async () => {
  await using client = await connectMcp(service.address)
  const text = async () => {
    const { contents } = await client.readResource({ uri: 'skill://minutes/references/style%20guide.md' })
    return (contents[0] as { text: string }).text
  }
  const names = async () => (await ask(client, 'skills/list')).skills!.map(({ uri }) => uri)
  expect(await text()).toBe('Be short.\n')
  await writeFile(join(minutes, 'references/style guide.md'), 'Be long.\n')
  await service.client.skills.list()
  expect(await names()).toEqual([])
  await expect(text()).rejects.toMatchObject({ code: -32_602 })
  await enable('minutes')
  expect(await text()).toBe('Be long.\n')
  await service.client.skills.disable({ params: { name: 'minutes' } })
  expect(await names()).toEqual([])
  await enable('minutes')
})

test('a client that listens is told when another skill is enabled', async () => {
  await using client = await connectMcp(service.address)
  const told = Promise.withResolvers<void>()
  client.setNotificationHandler('notifications/resources/list_changed', () => told.resolve())
  const subscription = await client.listen({ resourcesListChanged: true })
  await enable('unseen')
  await told.promise
  await subscription?.close()
  const { skills = [] } = await ask(client, 'skills/list')
  expect(skills.map(({ frontmatter }) => frontmatter['name'])).toEqual(['minutes', 'unseen'])
  await service.client.skills.disable({ params: { name: 'unseen' } })
})

test('a long list comes in pages, and a cursor of nobody is refused', async () => {
  const names = Array.from({ length: 55 }, (_, at) => `many-${String(at).padStart(2, '0')}`)
  for (const name of names) await writeSkill(service.folder.skills, name)
  for (const { name, hash } of (await service.client.skills.list()).skills)
    if (names.includes(name)) await service.client.skills.enable({ params: { name }, body: { hash: hash! } })
  await using client = await connectMcp(service.address)
  const first = await ask(client, 'skills/list')
  const second = await ask(client, 'skills/list', { cursor: first.nextCursor })
  expect(first.skills).toHaveLength(50)
  expect(second.nextCursor).toBeUndefined()
  const listed = [...first.skills!, ...second.skills!].map(({ frontmatter }) => frontmatter['name'])
  expect(listed).toEqual([...names, 'minutes'])
  await expect(ask(client, 'skills/list', { cursor: '' })).rejects.toMatchObject({ code: -32_602 })
  for (const name of names) await rm(join(service.folder.skills, name), { recursive: true })
})

test('reading a skill counts as reading what others wrote', async () => {
  await using client = await connectMcp(service.address, { name: 'reader' })
  const path = join(dirname(service.folder.root), 'Documents', 'written.txt')
  const write = { name: 'WRITE_FILE', arguments: { path, content: 'x' } }
  await using other = await connectMcp(service.address, { name: 'nothing-read' })
  expect(await other.callTool(write)).toMatchObject({ isError: false })
  await client.readResource({ uri: 'skill://minutes/SKILL.md' })
  expect((await client.callTool(write)).structuredContent).toMatchObject({
    data: { error: { code: 'approval_required' } },
  })
})
