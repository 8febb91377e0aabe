import { once, EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { XEvent } from 'x11'
import type { XConnection } from './connection.ts'
import { clientIn, focusOf, numbersOf, topLevelOf } from './windows.ts'

const SUBSTRUCTURE_NOTIFY = 0x80000
/** An application that is so slow may be frozen. */
const MAX_MS = 10_000
/** For those that cannot be asked, such as xterm and what is made with Tk. */
const USUAL_MS = 250

let pings = 0
/** How many wait for an answer, for each connection. */
const listening = new WeakMap<XConnection, number>()

/**
 * Until the application that has the keyboard has read every key so far. It answers the question by which a window manager
 * finds out who is frozen, and answers in order: whatever was sent before has been read then.
 */
export async function eventsRead(connection: XConnection, signal?: AbortSignal): Promise<void> {
  const window = await answeringWindow(connection)
  if (window === null) await sleep(USUAL_MS, undefined, { signal })
  else await answered(connection, window, signal)
}

/** The same for who only waits until it has nothing more to do, and not at all where it cannot be asked. */
export async function frontIdle(connection: XConnection, signal: AbortSignal): Promise<void> {
  const window = await answeringWindow(connection)
  if (window !== null) await answered(connection, window, signal)
}

/** null where nobody has the keyboard, or has it and answers no such questions. */
async function answeringWindow(connection: XConnection): Promise<number | null> {
  const { focus } = await focusOf(connection)
  const top = focus > 1 ? await topLevelOf(connection, focus) : null
  const window = top === null ? null : ((await clientIn(connection, top)) ?? top)
  if (window === null) return null
  const protocols = numbersOf((await connection.property(window, 'WM_PROTOCOLS'))?.data)
  return protocols.includes(await connection.atom('_NET_WM_PING')) ? window : null
}

async function answered(connection: XConnection, window: number, signal?: AbortSignal): Promise<void> {
  const { client, root } = connection
  const [type, ping] = await Promise.all([connection.atom('WM_PROTOCOLS'), connection.atom('_NET_WM_PING')])
  const number = ++pings
  const answers = new EventEmitter()
  const stop = connection.listen(({ name, message_type, data }: XEvent) => {
    if (name === 'ClientMessage' && message_type === type && data?.[0] === ping && data[1] === number)
      answers.emit('answer')
  })
  const limits = [AbortSignal.timeout(MAX_MS), ...(signal ? [signal] : [])]
  const answer = once(answers, 'answer', { signal: AbortSignal.any(limits) }).catch(() => {})
  // The answer goes to the root, and to those who want to know of what happens right below it.
  listening.set(connection, (listening.get(connection) ?? 0) + 1)
  client.ChangeWindowAttributes(root, { eventMask: SUBSTRUCTURE_NOTIFY })
  client.SendEvent(window, 0, 0, {
    name: 'ClientMessage',
    format: 32,
    wid: window,
    message_type: type,
    data: [ping, number, window, 0, 0],
  })
  try {
    await connection.sync()
    await answer
  } finally {
    stop()
    const left = listening.get(connection)! - 1
    listening.set(connection, left)
    if (left === 0 && !connection.isLost) client.ChangeWindowAttributes(root, { eventMask: 0 })
  }
  signal?.throwIfAborted()
}
