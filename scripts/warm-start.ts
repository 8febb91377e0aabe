import { mkdtempDisposable } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepCompiledCode } from '../bin/compile-cache.js'

/**
 * Starts the service once after an install, in a folder of its own, so that the first real start finds its code
 * compiled: half the time and 25 MB less. An install never fails because of it.
 */
try {
  keepCompiledCode()
  const { dataFolder } = await import('../src/platform/data-folder.ts')
  const { startService } = await import('../src/server/service.ts')
  await import('../src/cli/main.ts')
  await import('../src/cli/start.ts')
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
