import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, rm, symlink } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepCompiledCode } from '../bin/compile-cache.js'

buildShell()
await linkCommand()

/**
 * Starts the service once after an install, in a folder of its own, so that the first real start finds its code
 * compiled: half the time and 25 MB less. An install never fails because of it.
 */
try {
  keepCompiledCode()
  const { dataFolder } = await import('../src/platform/data-folder.ts')
  const { startService } = await import('../src/server/lifecycle/service.ts')
  await import('../src/program/main.ts')
  await import('../src/program/start.ts')
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-warm-'))
  const service = await startService({
    folder: dataFolder({ DESKHAND_HOME: join(folder.path, 'data') }),
    port: 0,
    environment: { HOME: folder.path, DESKHAND_KEYRING: 'off', PATH: process.env['PATH'] },
    output: null,
    pretty: false,
  })
  await fetch(`${service.address}/health`)
  await service.close()
  flushCompileCache()
} catch (error) {
  console.warn(`The first start will take a little longer: ${String(error)}`)
}

/** The page that the service shows. Without the tools for it, as in an install for use alone, the one that came along stays. */
function buildShell(): void {
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
  const root = fileURLToPath(new URL('../web', import.meta.url))
  const built = spawnSync(process.execPath, [vite, 'build', root, '--logLevel', 'error'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0)
    console.warn(`The page could not be built; npm run build:web says why. ${built.stderr.slice(0, 500)}`)
}

/**
 * Where npx looks first. Without it npx installs the checkout into a folder of its own before every command, which takes longer and
 * warns of the Node that npm itself runs on, although the command runs on the one from `npm ci`. Windows wants no link but a script.
 */
async function linkCommand(): Promise<void> {
  if (process.platform === 'win32') return
  const link = fileURLToPath(new URL('../node_modules/.bin/deskhand', import.meta.url))
  try {
    await rm(link, { force: true })
    await symlink('../../bin/deskhand.js', link)
  } catch (error) {
    console.warn(`npx will take a little longer: ${String(error)}`)
  }
}
