import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { dataFolder, type DataFolder } from '../../src/platform/data-folder.ts'
import { startService, type Service } from '../../src/server/lifecycle/service.ts'

export interface ServiceInFolder extends Service {
  readonly port: number
  readonly folder: DataFolder
}

/** A service whose folder outlives it, so that a test can start it again otherwise, or look at what it left. */
export async function startInFolder(
  root: string,
  { host = '127.0.0.1', environment = {} }: { host?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<ServiceInFolder> {
  const folder = dataFolder({ DESKHAND_HOME: join(root, 'data') })
  const service = await startService({
    folder,
    host,
    port: 0,
    environment: { HOME: root, DESKHAND_KEYRING: 'off', PATH: process.env['PATH'], ...environment },
    output: null,
    pretty: false,
    isEmbedded: true,
  })
  onTestFinished(() => service.close())
  return { ...service, folder, port: Number(new URL(service.address).port) }
}

/** A folder that is gone after the test. */
export function temporaryRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'deskhand-security-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}
