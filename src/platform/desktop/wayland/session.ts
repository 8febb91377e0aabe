import { setTimeout as sleep } from 'node:timers/promises'
import { WaylandConnection, type WaylandAddress } from './connection.ts'
import { EventPace } from './event-pace.ts'
import type { Keyboard } from './keyboard.ts'
import { Outputs } from './outputs.ts'
import { PointerActions } from './pointer-actions.ts'
import { Toplevels } from './toplevels.ts'
import { VirtualKeyboard } from './virtual-keyboard.ts'
import { VirtualPointer } from './virtual-pointer.ts'
import { WtypeKeyboard } from './wtype-keyboard.ts'

/** Everything that belongs to one connection and goes with it. */
export interface Session {
  readonly connection: WaylandConnection
  readonly outputs: Outputs
  readonly toplevels: Toplevels
  readonly keyboard: Keyboard
  readonly pointer: PointerActions
  releaseAll(): Promise<void>
}

const POINTER_AND_KEYBOARD = 3
/** Windows that have never seen a keyboard first have to ask for this one. */
const FIRST_DEVICES_MS = 300

/** Lets go of every button that a service that was killed has left pressed. */
export async function openSession(address: WaylandAddress): Promise<Session> {
  const connection = await WaylandConnection.open(address)
  try {
    let capabilities = 0
    const seat = connection.bindFirst('wl_seat', 1, (opcode, body) => {
      if (opcode === 0) capabilities = body.uint()
    })
    const outputs = await Outputs.on(connection)
    const toplevels = await Toplevels.on(connection)
    const hadDevices = (capabilities & POINTER_AND_KEYBOARD) === POINTER_AND_KEYBOARD
    const pace = new EventPace()
    const pointer = new VirtualPointer(connection, seat)
    const keyboard = connection.canShareMemory
      ? await VirtualKeyboard.plugIn(connection, { seat, pace })
      : new WtypeKeyboard(address)
    await pointer.releaseAll()
    if (!hadDevices) await sleep(FIRST_DEVICES_MS)
    return {
      connection,
      outputs,
      toplevels,
      keyboard,
      pointer: new PointerActions({ connection, pointer, keyboard, outputs, pace }),
      async releaseAll() {
        await pointer.releaseAll()
        await keyboard.releaseAll()
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}
