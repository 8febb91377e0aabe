import { once, EventEmitter } from 'node:events'
import { expect } from 'vitest'
import type { XEvent } from 'x11'
import { XConnection } from '../../src/platform/desktop/x11/connection.ts'
import { focusOf } from '../../src/platform/desktop/x11/windows.ts'
import type { DesktopStage } from './stage.ts'

const KEY_PRESS = 1
const INPUT_OUTPUT = 1
const WHOLE = 0x1fff_ffff

export interface PastingWindowOptions {
  /** Between the keys and its first question. */
  readonly beforeAsking?: () => Promise<unknown>
  /** When it has the text and is about to ask once more. */
  readonly beforeAskingAgain?: () => Promise<unknown>
  /** When it has just asked once more, and nobody has read it yet. */
  readonly afterAskingAgain?: () => void
}

/** A focused window that pastes as browsers do: it asks again when it has the text, and drops it if that is gone by then. */
export interface PastingWindow {
  /** What it has pasted, each time that it was told to. */
  readonly pasted: readonly string[]
  close(): void
}

export async function openPastingWindow(
  stage: DesktopStage,
  { beforeAsking, beforeAskingAgain, afterAskingAgain }: PastingWindowOptions,
): Promise<PastingWindow> {
  const connection = await XConnection.open(stage)
  const { client, root, display } = connection
  const [clipboard, targets, text, place] = await Promise.all(
    ['CLIPBOARD', 'TARGETS', 'UTF8_STRING', 'PASTED'].map((name) => connection.atom(name)),
  )
  const window = client.AllocID()
  const { root_depth, root_visual } = display.screen[0]!
  client.CreateWindow(window, root, 200, 200, 400, 300, 0, root_depth, INPUT_OUTPUT, root_visual, {
    eventMask: KEY_PRESS,
  })
  client.MapWindow(window)
  const events = new EventEmitter<Record<string, [XEvent]>>()
  connection.listen((event) => void events.emit(event.name ?? '', event))
  /** What there is in that form; null when nobody has it. */
  const ask = async (target: number, then?: () => void) => {
    client.ConvertSelection(window, clipboard!, target, place!)
    if (then) setImmediate(then)
    const [{ property }] = (await once(events, 'SelectionNotify')) as [XEvent]
    if (!property) return null
    const value = await connection.request<{ data: Buffer }>((done) =>
      client.GetProperty(1, window, place!, 0, 0, WHOLE, done),
    )
    return value.data
  }
  const pasted: string[] = []
  const paste = async () => {
    await beforeAsking?.()
    await ask(targets!)
    const bytes = await ask(text!)
    await beforeAskingAgain?.()
    pasted.push((await ask(targets!, afterAskingAgain)) ? bytes!.toString('utf8') : 'dropped')
  }
  let keys = 0
  // The second key of shift+Insert.
  events.on('KeyPress', () => void ((keys += 1) % 2 === 0 && paste()))
  await expect.poll(async () => (await focusOf(connection)).focus).toBe(window)
  return { pasted, close: () => connection.close() }
}
