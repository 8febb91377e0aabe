import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { dataFolder } from '../data-folder.ts'
import { sessionBusAddress } from '../dbus/address.ts'
import type { Accessibility } from './accessibility/accessibility.ts'
import type { AccessibilityDeps } from './accessibility/accessibility-sessions.ts'
import type { DesktopDriver } from './desktop-driver.ts'
import type { DesktopOverlays, OverlaysDeps } from './overlay/overlays.ts'

export interface DesktopContext {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  /** Where a permission that the user gave is kept; the usual folder when left out. */
  readonly dataFolder?: string | undefined
  /** Whether pages of browsers that tell nothing may be asked for over DevTools. */
  readonly allowsDevTools?: (() => boolean) | undefined
  readonly log: Log
}

export type DesktopChoice =
  | { readonly kind: 'x11'; readonly display: string; readonly xauthority: string | undefined }
  | { readonly kind: 'wayland'; readonly display: string; readonly runtimeFolder: string }
  | { readonly kind: 'macos' }
  | { readonly kind: 'none'; readonly reason: string }

/**
 * Which desktop this process is in. DISPLAY alone says little: in a Wayland session it names a server that sees and
 * reaches only the old programs among the windows.
 */
export function chooseDesktop({ platform, environment }: Omit<DesktopContext, 'log'>): DesktopChoice {
  if (platform === 'darwin') return { kind: 'macos' }
  if (platform === 'win32')
    return { kind: 'none', reason: "Deskhand can't control a Windows desktop. It works on Linux and macOS." }
  const wayland = environment['WAYLAND_DISPLAY']
  const runtimeFolder = environment['XDG_RUNTIME_DIR']
  if (wayland && (runtimeFolder || wayland.startsWith('/')))
    return { kind: 'wayland', display: wayland, runtimeFolder: runtimeFolder ?? '/' }
  if (wayland || environment['XDG_SESSION_TYPE'] === 'wayland')
    return {
      kind: 'none',
      reason:
        'The desktop session uses Wayland, but WAYLAND_DISPLAY or XDG_RUNTIME_DIR is not set. Start the service inside the session to use this.',
    }
  const display = environment['DISPLAY']
  if (display) return { kind: 'x11', display, xauthority: environment['XAUTHORITY'] || undefined }
  return {
    kind: 'none',
    reason:
      'No desktop found (DISPLAY is not set). Start the service inside the desktop session to use this.',
  }
}

/** Opens the chosen one. Throws `unavailable` when it does not answer. */
export async function openDesktop(choice: DesktopChoice, context: DesktopContext): Promise<DesktopDriver> {
  if (choice.kind === 'none') return openNone(choice.reason, context)
  if (choice.kind === 'macos') return openMacos(context)
  return choice.kind === 'wayland' ? openWayland(choice, context) : openX11(choice, context)
}

export async function openNone(reason: string, context: DesktopContext): Promise<DesktopDriver> {
  const { createNoneDriver } = await import('./none/none-driver.ts')
  const nowhere = () => Promise.reject(new Error('there is no screen'))
  const overlays = await overlaysOf(context, { openWindows: null, activeMonitor: nowhere })
  return createNoneDriver({ reason, overlays })
}

async function openX11(
  { display, xauthority }: Extract<DesktopChoice, { kind: 'x11' }>,
  context: DesktopContext,
): Promise<DesktopDriver> {
  const { log, environment } = context
  const [{ createX11Driver }, { readRootText }] = await Promise.all([
    import('./x11/driver.ts'),
    import('./x11/root-text.ts'),
  ])
  const address = { display, xauthority }
  const displayAddress = () => readRootText(address, 'AT_SPI_BUS')
  return withParts(context, { displayAddress }, (parts) =>
    createX11Driver({ ...address, ...parts, log, environment }),
  )
}

async function openWayland(
  { display, runtimeFolder }: Extract<DesktopChoice, { kind: 'wayland' }>,
  context: DesktopContext,
): Promise<DesktopDriver> {
  const { log, environment } = context
  const { createWaylandDriver, hasWlrootsGlobals } = await import('./wayland/driver.ts')
  const address = { display, runtimeFolder }
  if (!(await hasWlrootsGlobals(address))) return openPortal(context)
  const { openLayerOverlays } = await import('./wayland/layer-overlays.ts')
  const { refuseToClickElement } = await import('./wayland/unplaced-elements.ts')
  const sources = {
    displayAddress: async () => null,
    openWindows: () => openLayerOverlays(address),
    clickElement: refuseToClickElement,
  }
  return withParts(context, sources, (parts) =>
    createWaylandDriver({ ...address, ...parts, log, environment }),
  )
}

/** Such as GNOME and KDE, which ask their person first. */
async function openPortal(context: DesktopContext): Promise<DesktopDriver> {
  const { log, environment, platform } = context
  const { createPortalDriver, hasRemoteDesktopPortal } = await import('./portal/driver.ts')
  const busAddress = sessionBusAddress(environment)
  if (busAddress === undefined || !(await hasRemoteDesktopPortal(busAddress)))
    throw new AppError(
      'unavailable',
      'The desktop session uses Wayland, which hides its windows from other programs. Install xdg-desktop-portal with the backend for this desktop, or log in to an X11 session.',
    )
  const folder = context.dataFolder ?? dataFolder(environment, platform).root
  const tokenFile = join(folder, 'desktop-permission.json')
  const { refuseToClickElement } = await import('./wayland/unplaced-elements.ts')
  const sources = { displayAddress: async () => null, clickElement: refuseToClickElement }
  return withParts(context, sources, (parts) =>
    createPortalDriver({ busAddress, tokenFile, ...parts, log, environment }),
  )
}

interface PartSources {
  /** Where the display says that applications tell of themselves. */
  readonly displayAddress: () => Promise<string | null>
  /** Left out, overlays are windows of X11. */
  readonly openWindows?: OverlaysDeps['openWindows']
  /** Left out, an element without an action of its own is clicked on. */
  readonly clickElement?: AccessibilityDeps['click']
}

interface DriverParts {
  readonly overlays: DesktopOverlays
  readonly accessibility: Accessibility
}

/** Overlays and accessibility know the driver, and the driver knows them: they ask for it only when they are used. */
async function withParts(
  context: DesktopContext,
  { displayAddress, openWindows, clickElement }: PartSources,
  create: (parts: DriverParts) => Promise<DesktopDriver>,
): Promise<DesktopDriver> {
  const { log, environment } = context
  const [{ createAccessibility }, { openOverlayWindows }, { refusingWhenLocked, watchScreenLock }] =
    await Promise.all([
      import('./accessibility/accessibility.ts'),
      import('./overlay/overlay-windows.ts'),
      import('./screen-lock.ts'),
    ])
  const opening = Promise.withResolvers<DesktopDriver>()
  opening.promise.catch(() => {})
  // Also on the desktops of GNOME and KDE, whose server for old programs shows them well.
  const display = environment['DISPLAY']
  const address = display ? { display, xauthority: environment['XAUTHORITY'] || undefined } : null
  const overlays = await overlaysOf(context, {
    openWindows: openWindows ?? (address && (() => openOverlayWindows(address, log))),
    activeMonitor: async () => (await opening.promise).activeMonitor(),
  })
  const accessibility = createAccessibility({
    displayAddress,
    sessionAddress: sessionBusAddress(environment),
    activeWindow: async () => (await opening.promise).activeWindow(),
    click: clickElement ?? (async (point, signal) => (await opening.promise).click(point, {}, signal)),
    allowsDevTools: context.allowsDevTools,
    log,
  })
  try {
    const lock = watchScreenLock({ address: sessionBusAddress(environment), log })
    const driver = refusingWhenLocked(await create({ overlays, accessibility }), lock)
    opening.resolve(driver)
    return driver
  } catch (error) {
    opening.reject(error)
    throw error
  }
}

async function openMacos(context: DesktopContext): Promise<DesktopDriver> {
  const { createMacosDriver } = await import('./macos/macos-driver.ts')
  const { macosNotices } = await import('./macos/macos-notices.ts')
  const { DesktopOverlays: Overlays } = await import('./overlay/overlays.ts')
  const searchPath = context.environment['PATH']
  const overlays = new Overlays({
    openWindows: null,
    activeMonitor: () => Promise.reject(new Error('overlays are notifications on macOS')),
    notices: macosNotices({ searchPath }),
    log: context.log,
  })
  return createMacosDriver({ overlays, searchPath, log: context.log })
}

async function overlaysOf(
  { environment, log }: DesktopContext,
  windows: Pick<OverlaysDeps, 'openWindows' | 'activeMonitor'>,
): Promise<DesktopOverlays> {
  const [{ DesktopOverlays: Overlays }, { busNotices }] = await Promise.all([
    import('./overlay/overlays.ts'),
    import('./overlay/overlay-notices.ts'),
  ])
  const notices = busNotices({ address: sessionBusAddress(environment), log })
  return new Overlays({ ...windows, notices, log })
}
