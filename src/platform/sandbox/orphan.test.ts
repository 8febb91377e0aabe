import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { needBubblewrap, toolModule } from '../../../test/plugins.ts'

beforeEach(needBubblewrap)

/** A service of one line: it starts a plugin that never stops, and then it waits. */
const SERVICE = `
  const { findSandbox } = await import('./find-sandbox.ts')
  const { PluginProcess } = await import('./plugin-process.ts')
  const folder = process.argv[1]
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const cage = { sandbox: (await findSandbox()).sandbox, folder, entry: 'plugin.ts', read: [], write: [] }
  const plugin = new PluginProcess({ agent: 'busy', cage, log, hostCalls: async () => null })
  const progress = () => process.stdout.write('running')
  await plugin.call({ action: 'BUSY', args: {}, settings: {}, signal: new AbortController().signal, progress })
`

test('a plugin does not outlive a service that was killed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-orphan-'))
  await writeFile(join(folder.path, 'plugin.ts'), toolModule('BUSY', 'host.progress({}); for (;;) {}'))
  const service = spawn(process.execPath, ['--input-type=module', '-e', SERVICE, folder.path], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(service.stdout, 'data')
  expect((await processesWith(folder.path)).length).toBeGreaterThan(1)
  service.kill('SIGKILL')
  await once(service, 'exit')
  await expect.poll(() => processesWith(folder.path)).toEqual([])
})

async function processesWith(argument: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(argument)) found.push(command)
  }
  return found
}
