import { surroundingsOf } from '../../platform/files/allowed-folders.ts'
import { Launcher } from '../../platform/sandbox/launcher.ts'
import type { Infrastructure, ServiceInfrastructure } from '../lifecycle/infrastructure.ts'

/** Starts every program that a tool wants, with the folders and addresses that tools may use too. */
export function createLauncher(infrastructure: Infrastructure): Launcher {
  const { home, folder, environment, settings } = infrastructure
  return new Launcher({
    home,
    dataFolder: folder.root,
    environment,
    workspace: async () => {
      const caller = { home, dataFolder: folder.root, setting: (name: string) => settings.get(name) }
      return (await surroundingsOf(caller)).allowed
    },
    guard: {
      allowedTargets: () => settings.get('ALLOWED_PRIVATE_TARGETS'),
      ownPorts: () => portsOf(infrastructure),
    },
  })
}

/** A process that nobody calls has none. */
function portsOf(infrastructure: Infrastructure | ServiceInfrastructure): number[] {
  return 'listeners' in infrastructure ? [infrastructure.listeners.address.port] : []
}
