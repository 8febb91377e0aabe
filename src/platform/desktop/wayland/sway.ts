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
const BINDING_EVENT = 0x8000_0005
const HOTKEY = 'Ctrl+Mod1+Escape'
const MARK = 'nop deskhand-stop'

/** The window with the focus; null when there is none. */
export async function focusedSwayWindow(socketPath: string): Promise<SwayWindow | null> {
  const socket = await SwaySocket.open(socketPath)
  try {
    const node = findFocused((await socket.ask(GET_TREE)) as SwayNode)
    if (!node || node.pid === undefined) return null
    return {
      id: String(node.id),
      title: node.name ?? '',
      className: node.app_id ?? node.window_properties?.class ?? '',
      processId: node.pid,
      rect: node.rect,
    }
  } finally {
    socket.close()
  }
}

/** Calls when the person strikes ctrl+alt+Escape. Sway listens to keys for others; no other compositor does. */
export async function watchSwayHotkey(
  socketPath: string,
  onHotkey: () => void,
): Promise<() => Promise<void>> {
  const socket = await SwaySocket.open(socketPath, ({ kind, payload }) => {
    const { binding } = payload as { binding?: { command?: string } }
    if (kind === BINDING_EVENT && binding?.command === MARK) onHotkey()
  })
  await socket.ask(SUBSCRIBE, '["binding"]')
  await socket.ask(RUN_COMMAND, `bindsym --locked ${HOTKEY} ${MARK}`)
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
