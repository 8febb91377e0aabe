import { silentLog } from '../../src/contract/log.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { DesktopOverlays } from '../../src/platform/desktop/overlay/overlays.ts'
import { createWaylandDriver } from '../../src/platform/desktop/wayland/driver.ts'
import { startWayland, type WaylandStage, type WaylandStageOptions } from './wayland-stage.ts'

export interface WaylandDesktop extends AsyncDisposable {
  readonly stage: WaylandStage
  readonly driver: DesktopDriver
}

/** A stage with a driver on it. */
export async function openWayland(
  options: Partial<WaylandStageOptions> & { readonly descriptors?: boolean } = {},
): Promise<WaylandDesktop> {
  const { descriptors = true, ...wanted } = options
  await using opened = new AsyncDisposableStack()
  const stage = opened.use(
    await startWayland({ width: 1280, height: 720, hasKeyboard: descriptors, ...wanted }),
  )
  const { display, runtimeFolder, environment } = stage
  const overlays = new DesktopOverlays({
    openWindows: null,
    activeMonitor: () => driver.activeMonitor(),
    notices: { show: () => Promise.reject(new Error('none')), hide: async () => {} },
    log: silentLog,
  })
  const driver: DesktopDriver = await createWaylandDriver({
    display,
    runtimeFolder,
    environment,
    descriptors,
    overlays,
    accessibility: null,
    log: silentLog,
  })
  opened.defer(() => driver.close())
  const all = opened.move()
  return { stage, driver, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
