import { surroundingsOf } from '../../platform/files/allowed-folders.ts'
import { Launcher } from '../../platform/sandbox/launcher.ts'
import type { Ground, ServiceGround } from '../lifecycle/ground.ts'

/** Starts every program that a tool wants, with the folders and addresses that tools may use too. */
export function createLauncher(ground: Ground): Launcher {
  const { home, folder, environment, settings } = ground
  return new Launcher({
    home,
    dataFolder: folder.root,
    environment,
    workspace: async () => {
      const caller = { home, dataFolder: folder.root, setting: (name: string) => settings.get(name) }
      return (await surroundingsOf(caller)).allowed
    },
    guard: { allowedTargets: () => settings.get('ALLOWED_PRIVATE_TARGETS'), ownPorts: () => portsOf(ground) },
  })
}

/** A process that nobody calls has none. */
function portsOf(ground: Ground | ServiceGround): number[] {
  return 'listeners' in ground ? [ground.listeners.address.port] : []
}
