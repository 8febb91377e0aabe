import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Launcher, type LauncherDeps } from '../src/platform/sandbox/launcher.ts'

/** A launcher with the document folder of a test's own home, and no address that it may reach. */
export function createTestLauncher(options: Pick<LauncherDeps, 'home'> & Partial<LauncherDeps>): Launcher {
  const documents = join(options.home, 'Documents')
  return new Launcher({
    dataFolder: join(options.home, '.local', 'share', 'deskhand'),
    environment: { PATH: process.env['PATH'] },
    async workspace() {
      await mkdir(documents, { recursive: true })
      return [documents]
    },
    guard: { allowedTargets: () => [], ownPorts: () => [] },
    ...options,
  })
}

export const noSandbox = async () =>
  ({
    works: false,
    reason: 'bubblewrap is not installed',
    remedy: 'Install bubblewrap.',
  }) as const
