import type { Area } from '../desktop-driver.ts'
import { SwaySocket } from './sway-socket.ts'

/** A window as sway tells of it, in its own units. */
export interface SwayWindow {
  readonly id: string
  readonly title: string
  readonly className: string
  readonly processId: number | null
  readonly rect: Area
}

const RUN_COMMAND = 0
const SUBSCRIBE = 2
const GET_TREE = 4
const WORKSPACE_EVENT = 0x8000_0000
const BINDING_EVENT = 0x8000_0005
const HOTKEY = 'Ctrl+Mod1+Escape'
const MARK = 'nop deskhand-stop'

/** The window with the focus; null when there is none. */
export async function focusedSwayWindow(socketPath: string): Promise<SwayWindow | null> {
  return windowOf(findFocused(await readTree(socketPath)))
}

/** The windows that are shown, those above first. */
export async function shownSwayWindows(socketPath: string): Promise<SwayWindow[]> {
  const shown = windowsIn(await readTree(socketPath), false).filter(({ node }) => node.visible !== false)
  return shown.toSorted((one, other) => other.height - one.height).flatMap(({ node }) => windowOf(node) ?? [])
}

async function readTree(socketPath: string): Promise<SwayNode> {
  const socket = await SwaySocket.open(socketPath)
  try {
    return (await socket.ask(GET_TREE)) as SwayNode
  } finally {
    socket.close()
  }
}

function windowOf(node: SwayNode | null): SwayWindow | null {
  if (node?.pid === undefined) return null
  return {
    id: String(node.id),
    title: node.name ?? '',
    className: node.app_id ?? node.window_properties?.class ?? '',
    processId: node.pid,
    rect: node.rect,
  }
}

interface Stacked {
  readonly node: SwayNode
  /** 2 over everything, 1 over those that lie beside each other. */
  readonly height: number
}

/** Of those that float the last is on top, so they come from the last to the first. */
function windowsIn(node: SwayNode, isFloating: boolean): Stacked[] {
  const inside = [
    ...node.floating_nodes.toReversed().flatMap((child) => windowsIn(child, true)),
    ...node.nodes.flatMap((child) => windowsIn(child, isFloating)),
  ]
  if (node.pid === undefined) return inside
  const height = (node.fullscreen_mode ?? 0) > 0 ? 2 : isFloating ? 1 : 0
  return [{ node, height }, ...inside]
}

/** Calls when the person strikes ctrl+alt+Escape. Sway listens to keys for others; no other compositor does. */
export async function watchSwayHotkey(
  socketPath: string,
  onHotkey: () => void,
): Promise<() => Promise<void>> {
  const bind = () => socket.ask(RUN_COMMAND, `bindsym --locked ${HOTKEY} ${MARK}`)
  const socket = await SwaySocket.open(socketPath, ({ kind, payload }) => {
    const { binding, change } = payload as { binding?: { command?: string }; change?: string }
    if (kind === BINDING_EVENT && binding?.command === MARK) onHotkey()
    // Keys that are not in the configuration are forgotten when it is read anew.
    if (kind === WORKSPACE_EVENT && change === 'reload')
      bind().catch(() => {
        // Sway has ended, and the key with it.
      })
  })
  await socket.ask(SUBSCRIBE, '["binding", "workspace"]')
  await bind()
  return async () => {
    await socket.ask(RUN_COMMAND, `unbindsym --locked ${HOTKEY}`).catch(() => {
      // Sway has ended, and the key with it.
    })
    socket.close()
  }
}

interface SwayNode {
  readonly id: number
  readonly name: string | null
  readonly focused: boolean
  readonly visible?: boolean
  readonly fullscreen_mode?: number
  readonly pid?: number
  readonly app_id?: string | null
  readonly window_properties?: { readonly class?: string }
  readonly rect: Area
  readonly nodes: readonly SwayNode[]
  readonly floating_nodes: readonly SwayNode[]
}

function findFocused(node: SwayNode): SwayNode | null {
  if (node.focused) return node
  for (const child of [...node.nodes, ...node.floating_nodes]) {
    const found = findFocused(child)
    if (found) return found
  }
  return null
}
