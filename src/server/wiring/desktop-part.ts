import { createComputer } from '../../features/computer/computer.ts'
import { Recordings } from '../../features/computer/recording/recordings.ts'
import type { PartHealth } from '../../features/health/handlers.ts'
import { createLazyDesktop, type LazyDesktop } from '../../platform/desktop/lazy-desktop.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { DesktopPart, Services } from './services.ts'

export function createDesktopPart(
  { settings, log, environment, folder }: Pick<Infrastructure, 'settings' | 'log' | 'environment' | 'folder'>,
  launcher: Launcher,
  opened: AsyncDisposableStack,
): DesktopPart {
  const allowsDevTools = () => settings.get('COMPUTER_DEVTOOLS') === 'on'
  const place = { platform: process.platform, environment, dataFolder: folder.root }
  const desktop = createLazyDesktop({ ...place, allowsDevTools, log })
  opened.defer(() => desktop.close())
  const isTurnedOn = () => settings.get('COMPUTER_CONTROL') === 'on'
  return {
    ...desktop,
    isTurnedOn,
    launcher,
    start() {
      if (!isTurnedOn() || desktop.state().kind !== 'x11') return
      desktop.open().catch((error: unknown) => log.info({ err: error }, "Can't use the desktop."))
    },
    health: () => (isTurnedOn() ? healthOf(desktop) : { status: 'off', detail: 'COMPUTER_CONTROL is off' }),
  }
}

/** Tasks of computer control on that desktop, and their recordings. */
export function createComputerPart(
  infrastructure: Infrastructure,
  { desktop, models, approvals }: Pick<Services, 'desktop' | 'models' | 'approvals'>,
  opened: AsyncDisposableStack,
): Pick<Services, 'computer' | 'recordings'> {
  const recordings = new Recordings({
    ...infrastructure,
    folder: infrastructure.folder.recordings,
    publish: infrastructure.bus.publish,
  })
  opened.defer(() => recordings.close())
  const computer = createComputer({
    ...infrastructure,
    models,
    approvals,
    recordings,
    publish: infrastructure.bus.publish,
    openDesktop: desktop.open,
    launcher: desktop.launcher,
    dataFolder: infrastructure.folder.root,
    platform: process.platform,
    scrub: infrastructure.scrubber.scrub,
  })
  opened.defer(() => computer.close())
  return { computer, recordings }
}

function healthOf(desktop: LazyDesktop): PartHealth {
  const { kind, capabilities, problem, isOpen } = desktop.state()
  if (problem !== null) return { status: 'off', detail: problem }
  return { status: 'ok', detail: isOpen ? `${kind}: ${capabilities.join(', ')}` : `${kind}, not used yet` }
}
