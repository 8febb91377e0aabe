import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolCall } from '../src/contract/tool.ts'
import { copyFile } from '../src/plugins/file-manager/copy-file.ts'
import { moveFile } from '../src/plugins/file-manager/move-file.ts'
import { readFile as readFileTool } from '../src/plugins/file-manager/read-file.ts'
import { writeFile as writeFileTool } from '../src/plugins/file-manager/write-file.ts'
import { createTestCall, type TestFolders } from './tool-call.ts'

const secret = 'the secret key'
const planted = 'planted'

/**
 * Swaps a link between two targets, and a folder with a link to another one, without pause. The link is always there, and
 * leads to the keys only for moments, at random times: most reads then succeed, and any of them may meet such a moment.
 */
const swapper = `
  const { renameSync, symlinkSync } = require('node:fs')
  const [folder, good, bad] = process.argv.slice(1)
  symlinkSync(bad, folder + '/to-keys')
  console.log('swapping')
  const quietly = (from, to) => { try { renameSync(from, to) } catch {} }
  const lead = (target) => {
    try { symlinkSync(target, folder + '/next') } catch {}
    quietly(folder + '/next', folder + '/link')
  }
  for (;;) {
    lead(bad + '/id_ed25519')
    lead(good)
    for (const until = performance.now() + Math.random() / 2; performance.now() < until;) {
      quietly(folder + '/inbox', folder + '/inbox-real')
      quietly(folder + '/to-keys', folder + '/inbox')
      quietly(folder + '/inbox', folder + '/to-keys')
      quietly(folder + '/inbox-real', folder + '/inbox')
    }
  }`

export interface SwapStage extends AsyncDisposable {
  readonly link: string
  /** Reads by way of the link; true when the key came out. */
  readLeaks(read: (path: string) => Promise<string>): Promise<boolean>
  /** Writes by way of the folder; true when something landed beside the keys. */
  writeLands(write: (path: string) => Promise<unknown>): Promise<boolean>
}

/** A home with keys, and a second process that makes a link of an allowed folder lead to them and back. */
export async function createSwapStage({ home }: TestFolders): Promise<SwapStage> {
  const [documents, keys] = [join(home, 'Documents'), join(home, '.ssh')]
  await mkdir(join(documents, 'inbox'), { recursive: true })
  await mkdir(keys)
  await writeFile(join(keys, 'id_ed25519'), secret)
  await writeFile(join(documents, 'good.txt'), 'harmless')
  await symlink(join(documents, 'good.txt'), join(documents, 'link'))
  const child = await swapping([documents, join(documents, 'good.txt'), keys])
  const landing = join(keys, 'authorized_keys')
  return {
    link: join(documents, 'link'),
    readLeaks: async (read) => (await read(join(documents, 'link')).catch(() => '')).includes(secret),
    async writeLands(write) {
      await write(join(documents, 'inbox', 'authorized_keys')).catch(() => {})
      const landed = await readFile(landing, 'utf8').then(
        () => true,
        () => false,
      )
      if (landed) await rm(landing, { force: true })
      return landed
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function swapping(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', swapper, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

/** Every way in which a tool reads what a path leads to. */
export function readers(folders: TestFolders, call: ToolCall): ((path: string) => Promise<string>)[] {
  const copy = join(folders.home, 'Documents', 'copy.txt')
  return [
    async (path) => (await readFileTool.run({ path }, call)).data.content,
    async (path) => {
      await copyFile.run({ path, to: copy, overwrite: true }, call)
      return readFile(copy, 'utf8')
    },
  ]
}

/** Every way in which a tool writes to a path. */
export function writers(folders: TestFolders, call: ToolCall): ((path: string) => Promise<unknown>)[] {
  const from = join(folders.home, 'Documents', 'from.txt')
  return [
    (path) => writeFileTool.run({ path, content: planted }, call),
    (path) => writeFileTool.run({ path, content: planted, mode: 'append' }, call),
    (path) =>
      copyFile.run({ path: join(folders.home, 'Documents', 'good.txt'), to: path, overwrite: true }, call),
    async (path) => {
      await writeFile(from, planted)
      await moveFile.run({ path: from, to: path, overwrite: true }, call)
    },
  ]
}

export function modelCall(folders: TestFolders, { isApproved = false } = {}): ToolCall {
  return createTestCall({ ...folders, provenance: 'model', isApproved })
}
