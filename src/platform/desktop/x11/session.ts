import type { Log } from '../../../contract/log.ts'
import { XConnection, type XServerAddress } from './connection.ts'
import { Input } from './input.ts'
import { Keyboard } from './keyboard.ts'
import { ScreenBounds } from './monitors.ts'
import { Paste } from './paste.ts'
import { PointerActions } from './pointer-actions.ts'
import { Selections } from './selections.ts'
import { activeWindow } from './windows.ts'

/** Everything that belongs to one connection and goes with it. */
export interface Session {
  readonly connection: XConnection
  readonly input: Input
  readonly keyboard: Keyboard
  readonly bounds: ScreenBounds
  readonly pointer: PointerActions
  readonly paste: Paste
}

export async function openSession(address: XServerAddress, log: Log): Promise<Session> {
  const connection = await XConnection.open(address, {
    // A window may go between a question and its answer; that is nobody's mistake.
    onError: (error) => log.debug({ err: error }, 'The X server refused a request.'),
  })
  try {
    const input = await Input.on(connection)
    // Whatever a service that was killed has left pressed.
    await input.releaseAll()
    const keyboard = new Keyboard(input)
    const bounds = await ScreenBounds.on(connection)
    const selections = await Selections.on(connection)
    return {
      connection,
      input,
      keyboard,
      bounds,
      pointer: new PointerActions({ input, keyboard, bounds }),
      paste: new Paste({ connection, selections, keyboard, activeWindow: () => activeWindow(connection) }),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Leaves the desktop as it was. */
export async function closeSession({ connection, input, keyboard, paste }: Session): Promise<void> {
  if (connection.isLost) return
  await paste.finish()
  await keyboard.close()
  await input.releaseAll()
  connection.close()
}
