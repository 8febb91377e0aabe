import { silentLog } from '../../src/contract/log.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { busNotices } from '../../src/platform/desktop/overlay/overlay-notices.ts'
import { openOverlayWindows } from '../../src/platform/desktop/overlay/overlay-windows.ts'
import { DesktopOverlays } from '../../src/platform/desktop/overlay/overlays.ts'
import { createX11Driver } from '../../src/platform/desktop/x11/driver.ts'
import type { DesktopStage } from './stage.ts'

/** The driver of a staged desktop, without what applications tell of themselves. */
export async function openDriver(
  { display, environment }: Pick<DesktopStage, 'display' | 'environment'>,
  { shm = true } = {},
): Promise<DesktopDriver & AsyncDisposable> {
  const address = { display, xauthority: environment['XAUTHORITY'] }
  const overlays: DesktopOverlays = new DesktopOverlays({
    openWindows: () => openOverlayWindows(address, silentLog),
    activeMonitor: () => driver.activeMonitor(),
    notices: busNotices({ address: environment['DBUS_SESSION_BUS_ADDRESS'], log: silentLog }),
    log: silentLog,
  })
  const driver = await createX11Driver({
    ...address,
    overlays,
    accessibility: null,
    log: silentLog,
    environment,
    shm,
  })
  return { ...driver, [Symbol.asyncDispose]: () => driver.close() }
}
