import type { Geometry, PointerState, WindowAttributes } from 'x11'
import type { SeenWindows } from '../applications/open-application.ts'
import type { ActiveWindow, Area, Point } from '../desktop-driver.ts'
import { orNullIfGone, type XConnection } from './connection.ts'

const MAX_LEVELS = 20
const MAX_WINDOWS_SEARCHED = 40
const INPUT_HINT = 1
const VIEWABLE = 2

/** The window that has the keyboard: as the window manager says, else by the focus itself. */
export async function activeWindow(connection: XConnection): Promise<ActiveWindow | null> {
  const window = await activeWindowId(connection)
  return window === null ? null : describeWindow(connection, window)
}

/** For who waits for a new one. */
export function seenWindows(connection: XConnection): SeenWindows<number> {
  return {
    all: () => applicationWindows(connection),
    active: () => activeWindowId(connection),
    async describe(window) {
      const [described, isSplash] = await Promise.all([
        describeWindow(connection, window),
        isSplashScreen(connection, window),
      ])
      return described && { title: described.title, processId: described.processId, isSplash }
    },
  }
}

const NO_DECORATIONS = { given: 2, at: 2 }

/** By its own word; else one without a frame that is in no list of windows, as nobody would work in. */
async function isSplashScreen(connection: XConnection, window: number): Promise<boolean> {
  const numbers = async (name: string) => numbersOf((await connection.property(window, name))?.data)
  const [types, states, hints, splash, skipsTaskbar] = await Promise.all([
    numbers('_NET_WM_WINDOW_TYPE'),
    numbers('_NET_WM_STATE'),
    numbers('_MOTIF_WM_HINTS'),
    connection.atom('_NET_WM_WINDOW_TYPE_SPLASH'),
    connection.atom('_NET_WM_STATE_SKIP_TASKBAR'),
  ])
  if (types.includes(splash)) return true
  const isBare = ((hints[0] ?? 0) & NO_DECORATIONS.given) !== 0 && hints[NO_DECORATIONS.at] === 0
  return isBare && states.includes(skipsTaskbar)
}

/** Equal as long as the same windows have the same titles, and the same one is in front. */
export async function windowsSummary(connection: XConnection): Promise<string> {
  const [windows, active] = await Promise.all([applicationWindows(connection), activeWindowId(connection)])
  const titles = await Promise.all(
    windows.map(async (window) => {
      const [title, oldTitle] = await Promise.all([
        connection.property(window, '_NET_WM_NAME'),
        connection.property(window, 'WM_NAME'),
      ])
      return (title ?? oldTitle)?.data.toString('latin1') ?? ''
    }),
  )
  return JSON.stringify([active, windows, titles])
}

/** Those above first. What is minimized is shown nowhere, and comes last. */
export async function allWindows(connection: XConnection): Promise<ActiveWindow[]> {
  const stacked = await connection.property(connection.root, '_NET_CLIENT_LIST_STACKING')
  const ids = stacked ? numbersOf(stacked.data).toReversed() : await applicationWindows(connection)
  const told = await Promise.all(
    ids.map(async (id) => {
      const [window, attributes] = await Promise.all([
        describeWindow(connection, id),
        attributesOf(connection, id),
      ])
      return window && { ...window, area: attributes?.mapState === VIEWABLE ? window.area : null }
    }),
  )
  const windows = told.filter((each) => each !== null)
  return [...windows.filter(({ area }) => area), ...windows.filter(({ area }) => !area)]
}

async function activeWindowId(connection: XConnection): Promise<number | null> {
  const [active, manager] = await Promise.all([
    connection.property(connection.root, '_NET_ACTIVE_WINDOW'),
    connection.property(connection.root, '_NET_SUPPORTING_WM_CHECK'),
  ])
  const [named = 0] = numbersOf(active?.data)
  // Some window managers give the focus to a window of their own when nobody else has it.
  if (manager) return named === 0 || named === numbersOf(manager.data)[0] ? null : named
  const { focus } = await focusOf(connection)
  const top = focus > 1 ? await topLevelOf(connection, focus) : null
  return top === null ? null : ((await clientIn(connection, top)) ?? top)
}

export function focusOf(connection: XConnection): Promise<{ readonly focus: number }> {
  return connection.request((done) => connection.client.GetInputFocus(done))
}

export function pointerOf(connection: XConnection): Promise<PointerState> {
  return connection.request((done) => connection.client.QueryPointer(connection.root, done))
}

/** null when the window has gone meanwhile. */
export async function describeWindow(connection: XConnection, window: number): Promise<ActiveWindow | null> {
  const [area, title, oldTitle, classes, processId] = await Promise.all([
    areaOf(connection, window),
    connection.property(window, '_NET_WM_NAME'),
    connection.property(window, 'WM_NAME'),
    connection.property(window, 'WM_CLASS'),
    connection.property(window, '_NET_WM_PID'),
  ])
  if (area === null) return null
  return {
    id: `0x${window.toString(16)}`,
    title: title?.data.toString('utf8') ?? oldTitle?.data.toString('latin1') ?? '',
    // Instance and class, each ended by a zero.
    className: classes?.data.toString('latin1').split('\0')[1] ?? '',
    processId: processId && processId.data.length >= 4 ? processId.data.readUInt32LE(0) : null,
    area,
  }
}

/** The window that a click at this place goes to; null for the bare desktop. */
export async function windowAt(connection: XConnection, { x, y }: Point): Promise<ActiveWindow | null> {
  const { client, root } = connection
  const { child } = await connection.request<{ child: number }>((done) =>
    client.TranslateCoordinates(root, root, x, y, done),
  )
  return child === 0 ? null : describeWindow(connection, (await clientIn(connection, child)) ?? child)
}

async function areaOf(connection: XConnection, window: number): Promise<Area | null> {
  const { client, root } = connection
  const [geometry, origin] = await Promise.all([
    orNullIfGone(connection.request<Geometry>((done) => client.GetGeometry(window, done))),
    orNullIfGone(
      connection.request<{ destX: number; destY: number }>((done) =>
        client.TranslateCoordinates(window, root, 0, 0, done),
      ),
    ),
  ])
  return geometry && origin
    ? { x: origin.destX, y: origin.destY, width: geometry.width, height: geometry.height }
    : null
}

/** The windows of applications: as the window manager lists them, else all that are shown and have a class. */
async function applicationWindows(connection: XConnection): Promise<readonly number[]> {
  const listed = await connection.property(connection.root, '_NET_CLIENT_LIST')
  if (listed) return numbersOf(listed.data)
  if (await hasWindowManager(connection)) return []
  const children = await childrenOf(connection, connection.root)
  const shown = await Promise.all(
    children.map(async (window) => {
      const attributes = await attributesOf(connection, window)
      const classes = attributes?.mapState === VIEWABLE ? await connection.property(window, 'WM_CLASS') : null
      return classes ? [window] : []
    }),
  )
  return shown.flat()
}

export async function hasWindowManager(connection: XConnection): Promise<boolean> {
  return (await connection.property(connection.root, '_NET_SUPPORTING_WM_CHECK')) !== null
}

/** The child of the root in which the window is; null when it is gone. */
export async function topLevelOf(connection: XConnection, window: number): Promise<number | null> {
  let at = window
  for (let level = 0; level < MAX_LEVELS; level++) {
    const tree = await orNullIfGone(
      connection.request<{ parent: number }>((done) => connection.client.QueryTree(at, done)),
    )
    if (!tree || tree.parent === 0) return null
    if (tree.parent === connection.root) return at
    at = tree.parent
  }
  return null
}

/** The application's window inside of what the window manager has put around it. */
export async function clientIn(connection: XConnection, top: number): Promise<number | null> {
  const waiting = [top]
  for (let searched = 0; searched < MAX_WINDOWS_SEARCHED; searched++) {
    const window = waiting.shift()
    if (window === undefined) return null
    if (await connection.property(window, 'WM_STATE')) return window
    // The topmost first: a frame can have dozens of windows for its borders below the application's own.
    waiting.push(...(await childrenOf(connection, window)).toReversed())
  }
  return null
}

async function childrenOf(connection: XConnection, window: number): Promise<readonly number[]> {
  const tree = await orNullIfGone(
    connection.request<{ children: readonly number[] }>((done) => connection.client.QueryTree(window, done)),
  )
  return tree?.children ?? []
}

export function attributesOf(connection: XConnection, window: number): Promise<WindowAttributes | null> {
  return orNullIfGone(
    connection.request<WindowAttributes>((done) => connection.client.GetWindowAttributes(window, done)),
  )
}

/** Panels and notifications, and windows that say so, take clicks without the keyboard. */
export async function takesNoFocus(connection: XConnection, window: number): Promise<boolean> {
  const numbers = async (name: string) => numbersOf((await connection.property(window, name))?.data)
  const [types, [given = 0, wantsKeyboard = 1], protocols, ...atoms] = await Promise.all([
    numbers('_NET_WM_WINDOW_TYPE'),
    // First which of the hints are given, then the one about the keyboard.
    numbers('WM_HINTS'),
    numbers('WM_PROTOCOLS'),
    connection.atom('_NET_WM_WINDOW_TYPE_DOCK'),
    connection.atom('_NET_WM_WINDOW_TYPE_NOTIFICATION'),
    connection.atom('WM_TAKE_FOCUS'),
  ])
  const [dock, notification, takesItself] = atoms
  if (types.some((type) => type === dock || type === notification)) return true
  return (given & INPUT_HINT) !== 0 && wantsKeyboard === 0 && !protocols.includes(takesItself)
}

export function numbersOf(data: Buffer = Buffer.alloc(0)): number[] {
  return Array.from({ length: Math.floor(data.length / 4) }, (_, index) => data.readUInt32LE(index * 4))
}
