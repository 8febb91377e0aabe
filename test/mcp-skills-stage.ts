import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { approveServer, callTool } from './mcp-approval.ts'
import type { TestService } from './service.ts'
import { skillText } from './skill-folders.ts'

export interface ServedSkill {
  readonly uri: string
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly resources: unknown
}

/** What the server of the tests serves. */
export interface ServedState {
  readonly skills: readonly ServedSkill[]
  /** Answered by their address, and not listed. */
  readonly unlisted?: readonly ServedSkill[]
  /** In base64, by address. */
  readonly contents: Readonly<Record<string, string>>
  /** How many are on a page. */
  readonly page?: number
  /** Whether there is always another page. */
  readonly endless?: boolean
  /** Whether nothing is ever read. */
  readonly hangs?: boolean
}

type Files = Readonly<Record<string, string | Buffer>>

/** A skill as an honest server tells it. */
export function served(
  path: string,
  files: Files = {},
): { skill: ServedSkill; contents: Record<string, string> } {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const all: [string, Buffer][] = Object.entries({ 'SKILL.md': skillText(name), ...files }).map(
    ([file, content]) => [
      `skill://${path}/${file.split('/').map(encodeURIComponent).join('/')}`,
      Buffer.from(content),
    ],
  )
  const [[uri, skillFile]] = all as [[string, Buffer]]
  const resources = all.map(([address, bytes]) => ({
    uri: address,
    digest: digestOf(bytes),
    size: bytes.length,
  }))
  const block = skillFile.toString().split('---\n')[1]!
  const frontmatter = parse(block) as Record<string, unknown>
  const contents = Object.fromEntries(all.map(([address, bytes]) => [address, bytes.toString('base64')]))
  return { skill: { uri, frontmatter, resources }, contents }
}

export function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

export function stateOf(...all: readonly ReturnType<typeof served>[]): ServedState {
  return {
    skills: all.map(({ skill }) => skill),
    contents: Object.assign({}, ...all.map(({ contents }) => contents)) as Record<string, string>,
  }
}

/** Servers of skills, one file of what it serves each, and what a person does with them. */
export function skillStage(service: Pick<TestService, 'client' | 'folder'>) {
  const folder = join(dirname(service.folder.root), 'Documents')
  const file = (server: string) => join(folder, `${server}.json`)
  const program = fileURLToPath(new URL('mcp-skills-server.ts', import.meta.url))
  const skills = () => service.client.skills
  const all = async (server: string) =>
    (await skills().list()).skills.filter((skill) => skill.server === server)
  const statusOf = async (server: string) =>
    (await service.client.mcp.list({})).servers.find((one) => one.server === server)?.status
  const stage = {
    all,
    find: async (name: string) => (await skills().list()).skills.find((skill) => skill.name === name),
    status: async (name: string) => (await stage.find(name))?.status,
    read: (name: string) => skills().read({ params: { name } }),
    async enable(name: string) {
      const { hash } = await stage.read(name)
      return skills().enable({ params: { name }, body: { hash: hash! } })
    },
    disable: (name: string) => skills().disable({ params: { name } }),
    call: (action: string, args: Record<string, unknown> = {}) => callTool(service, action, args),

    /** What it serves from now on, without saying so. */
    async serve(server: string, state: ServedState) {
      await mkdir(folder, { recursive: true })
      await writeFile(file(server), JSON.stringify(state))
    },

    /** The same, and it says so. */
    async change(server: string, state: ServedState) {
      await stage.serve(server, state)
      await stage.call(`${server.toUpperCase()}_ANNOUNCE`)
    },

    /** A person adds the server and allows it. */
    async add(server: string, state: ServedState) {
      await stage.serve(server, state)
      const config = { command: process.execPath, args: [program, file(server)] }
      await service.client.mcp.add({ body: { mcpServers: { [server]: config } } })
      await expect.poll(() => statusOf(server)).toMatch(/waiting|running/)
      // What was allowed before, under the same name, is not asked about again.
      if ((await statusOf(server)) === 'waiting') await approveServer(service, server)
      await stage.until(server, 'running')
    },

    remove: (server: string) => service.client.mcp.remove({ params: { server } }),

    async until(server: string, status: string) {
      await expect.poll(() => statusOf(server)).toBe(status)
    },
  }
  return stage
}
