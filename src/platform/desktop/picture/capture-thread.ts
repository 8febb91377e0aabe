import { parentPort, workerData } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { Area, Frame, Settled, SettleOptions } from '../desktop-driver.ts'
import type { WaylandAddress } from '../wayland/connection.ts'
import type { XServerAddress } from '../x11/connection.ts'
import { encodePicture, type PictureRequest, type Pixels } from './picture.ts'
import { countChanged, waitUntilSettled } from './settling.ts'

export type ThreadData =
  | { readonly address: XServerAddress; readonly shm: boolean }
  | { readonly wayland: WaylandAddress }

/** Whatever reads the screen. */
interface Grabber {
  readonly isLost: boolean
  /** The buffer is written over by the next call. */
  grab(area: Area): Promise<Pixels>
  /** The same with the pointer on it. */
  withCursor(pixels: Pixels, area: Area): Promise<Pixels>
  close(): void | Promise<void>
}

export type ThreadRequest =
  | {
      readonly kind: 'capture'
      readonly picture: PictureRequest
      readonly cursor: boolean
      /** Whether the next change is to be seen against it. */
      readonly isLook: boolean
    }
  /** Takes what is shown now as that against which the next change is seen. */
  | { readonly kind: 'remember'; readonly area: Area }
  | { readonly kind: 'settle'; readonly area: Area; readonly options: SettleOptions }

export type ThreadMessage =
  | { readonly id: number; readonly request: ThreadRequest }
  | { readonly id: number; readonly cancel: true }
  /** Gives everything back and ends the thread. */
  | { readonly end: true }

export type ThreadResult = Frame | Settled | null

export type ThreadAnswer = { readonly id: number } & (
  | { readonly result: ThreadResult }
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string } }
  | { readonly failure: string }
)

const data = workerData as ThreadData
const running = new Map<number, AbortController>()
let opened: Promise<Grabber> | null = null
let remembered: { readonly area: Area; readonly pixels: Buffer } | null = null
let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (message: ThreadMessage) => {
  if ('end' in message) {
    void end()
    return
  }
  const { id } = message
  if ('cancel' in message) {
    running.get(id)?.abort()
    return
  }
  const controller = new AbortController()
  running.set(id, controller)
  void answerOf(id, message.request, controller.signal).then((answer) => {
    running.delete(id)
    parentPort?.postMessage(answer)
  })
})

async function answerOf(id: number, request: ThreadRequest, signal: AbortSignal): Promise<ThreadAnswer> {
  try {
    return { id, result: await resultOf(request, signal) }
  } catch (error) {
    if (error instanceof AppError) return { id, refusal: { code: error.code, message: error.message } }
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function resultOf(request: ThreadRequest, signal: AbortSignal): Promise<ThreadResult> {
  if (request.kind === 'capture') return inTurn((grabber) => capture(grabber, request))
  if (request.kind === 'settle') return settle(request.area, request.options, signal)
  return inTurn(async (grabber) => {
    remember(request.area, await grabber.grab(request.area))
    return null
  })
}

async function capture(
  grabber: Grabber,
  { picture, cursor, isLook }: Extract<ThreadRequest, { kind: 'capture' }>,
): Promise<Frame> {
  const pixels = await grabber.grab(picture.area)
  const takenAt = Date.now()
  if (isLook) remember(picture.area, pixels)
  const shown = cursor ? await grabber.withCursor(pixels, picture.area) : pixels
  return { takenAt, ...(await encodePicture(shown, picture)) }
}

function settle(area: Area, options: SettleOptions, signal: AbortSignal): Promise<Settled> {
  const changedPixels = (enough: number) =>
    inTurn(async (grabber) => {
      const pixels = await grabber.grab(area)
      const before = remembered && isSame(remembered.area, area) ? remembered.pixels : pixels
      const changed = countChanged(before, pixels, enough)
      remember(area, pixels)
      return changed
    })
  return waitUntilSettled({ changedPixels }, options, signal)
}

function remember(area: Area, pixels: Buffer): void {
  if (remembered?.pixels.length === pixels.length) {
    pixels.copy(remembered.pixels)
    remembered = { area, pixels: remembered.pixels }
  } else remembered = { area, pixels: Buffer.from(pixels) }
}

function isSame(one: Area, other: Area): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}

/** All use one buffer, so each has it for itself. */
function inTurn<T>(work: (grabber: Grabber) => Promise<T>): Promise<T> {
  const done = last.then(async () => work(await connected()))
  last = done.catch(() => undefined)
  return done
}

async function connected(): Promise<Grabber> {
  const grabber = await opened?.catch(() => null)
  if (grabber && !grabber.isLost) return grabber
  await grabber?.close()
  opened = openGrabber()
  return opened
}

async function openGrabber(): Promise<Grabber> {
  if ('wayland' in data) {
    const { ScreenCopier } = await import('../wayland/screen-copier.ts')
    return ScreenCopier.open(data.wayland)
  }
  const { ScreenGrabber } = await import('../x11/screen-grabber.ts')
  return ScreenGrabber.open(data.address, { shm: data.shm })
}

async function end(): Promise<void> {
  const grabber = await opened?.catch(() => null)
  await grabber?.close()
  parentPort?.close()
}
