import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../contract/log.ts'
import type { Area, Settled, SettleOptions } from '../desktop-driver.ts'
import type { CaptureThread } from './capture.ts'
import { SETTLE_USUALLY } from './settling.ts'

/** What a desktop tells of itself besides its pixels. */
export interface DesktopActivity {
  /** Equal as long as the same windows have the same titles, and the same one is in front. */
  windows(): Promise<string>
  /** Whether the application in front says that it is loading something. */
  isBusy(): Promise<boolean>
  /** Until the application in front has dealt with everything that was sent to it, where it can be asked. */
  idle(signal: AbortSignal): Promise<void>
}

const POLL_MS = 40

/** Until pixels, windows and titles are quiet and the application in front has nothing more to do. */
export async function settleDesktop(
  { thread, activity, log }: { thread: CaptureThread; activity: DesktopActivity; log: Log },
  {
    area,
    ignored,
    ...wanted
  }: SettleOptions & { readonly area: Area; readonly ignored: () => readonly Area[] },
  signal?: AbortSignal,
): Promise<Settled> {
  const { quietMs, maxMs } = { ...SETTLE_USUALLY, ...wanted }
  const settle = (options: SettleOptions & { readonly isContinued?: boolean }) =>
    thread.settle(area, { ...options, ignored: ignored() }, signal)
  if (maxMs === 0) return settle(wanted)
  const started = performance.now()
  const leftMs = () => Math.max(0, maxMs - (performance.now() - started))
  using idle = watchIdle(activity, maxMs, { log, signal })
  let windows = await activity.windows()
  let settled = await settle(wanted)
  while (leftMs() > 0) {
    const wasIdle = idle.isOver && !(await activity.isBusy())
    const now = await activity.windows()
    if (wasIdle && now === windows) return { ...settled, tookMs: performance.now() - started }
    windows = now
    if (!idle.isOver) await Promise.race([idle.over, sleep(POLL_MS, undefined, { signal })])
    settled = await settle({ changeMs: quietMs, quietMs, maxMs: leftMs(), isContinued: true })
  }
  return { ...settled, tookMs: performance.now() - started, isBounded: true }
}

interface IdleWatch extends Disposable {
  readonly isOver: boolean
  readonly over: Promise<void>
}

function watchIdle(
  activity: DesktopActivity,
  maxMs: number,
  { log, signal }: { log: Log; signal: AbortSignal | undefined },
): IdleWatch {
  const end = new AbortController()
  const signals = [end.signal, AbortSignal.timeout(maxMs), ...(signal ? [signal] : [])]
  let isOver = false
  const over = activity
    .idle(AbortSignal.any(signals))
    .catch((error: unknown) => {
      if (!end.signal.aborted)
        log.debug({ err: error }, 'The application in front does not say whether it is busy.')
    })
    .then(() => {
      isOver = true
    })
  return {
    get isOver() {
      return isOver
    },
    over,
    [Symbol.dispose]: () => end.abort(),
  }
}
