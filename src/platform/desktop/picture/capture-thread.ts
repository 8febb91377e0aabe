import { parentPort, workerData } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { Area, Frame, Settled, SettleOptions } from '../desktop-driver.ts'
import type { WaylandAddress } from '../wayland/connection.ts'
import type { XServerAddress } from '../x11/connection.ts'
import { encodePicture, type PictureRequest, type Pixels } from './picture.ts'
import { changesBetween, type Change } from './screen-changes.ts'
import { RestlessPlaces, waitUntilSettled } from './settling.ts'

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
  | {
      readonly kind: 'settle'
      readonly area: Area
      readonly options: SettleOptions
      /** Whether the wait before was not the end of it: then what was shown before that counts. */
      readonly isContinued: boolean
      /** Where what changes is of no account. */
      readonly ignored: readonly Area[]
    }

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
interface Remembered {
  readonly area: Area
  readonly pixels: Buffer
}
let remembered: Remembered | null = null
/** What was shown before anything was done. */
let origin: Remembered | null = null
const restless = new RestlessPlaces()
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
  if (request.kind === 'settle') return settle(request, signal)
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

function settle(
  { area, options, isContinued, ignored }: Extract<ThreadRequest, { kind: 'settle' }>,
  signal: AbortSignal,
): Promise<Settled> {
  const { width } = area
  if (!remembered || !isSame(remembered.area, area)) restless.forget()
  if (!isContinued) origin = remembered && copyOf(remembered, origin)
  const counts = (change: Change) => !ignored.some((one) => lies(change, one, area))
  const look = () =>
    inTurn(async (grabber) => {
      const pixels = await grabber.grab(area)
      const isFirst = !remembered || !isSame(remembered.area, area)
      const changes = isFirst ? [] : changesBetween(remembered!.pixels, pixels, width)
      if (isFirst || changes.length > 0) remember(area, pixels)
      if (!origin || !isSame(origin.area, area)) origin = copyOf({ area, pixels }, origin)
      return changes.filter(counts)
    })
  const difference = async () =>
    origin && remembered && isSame(origin.area, remembered.area)
      ? changesBetween(origin.pixels, remembered.pixels, width).filter(counts)
      : []
  return waitUntilSettled({ look, difference }, { ...options, restless }, signal)
}

/** Whether all of it is inside, by the place of the picture on the desktop. */
function lies({ left, top, right, bottom }: Change, inside: Area, { x, y }: Area): boolean {
  return (
    x + left >= inside.x &&
    y + top >= inside.y &&
    x + right < inside.x + inside.width &&
    y + bottom < inside.y + inside.height
  )
}

function remember(area: Area, pixels: Buffer): void {
  remembered = copyOf({ area, pixels }, remembered)
}

/** Into the memory that is there already, where it fits: these are millions of bytes. */
function copyOf({ area, pixels }: Remembered, into: Remembered | null): Remembered {
  if (into?.pixels.length !== pixels.length) return { area, pixels: Buffer.from(pixels) }
  pixels.copy(into.pixels)
  return { area, pixels: into.pixels }
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
