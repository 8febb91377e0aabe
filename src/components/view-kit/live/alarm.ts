import { useEffect } from 'react'
import { ringBell } from './sound.ts'
import { useViewContext, type ViewContext } from '../view-context.ts'

export interface Alarm {
  /** In milliseconds of the clock. */
  readonly at: number
  /** What is said then. */
  readonly sentence: string
  readonly sound: boolean
}

/** Rings at a moment, also when the view that asked for it is on another page by then. Undefined takes it back. */
export function useAlarm(name: string, alarm: Alarm | undefined): void {
  const alarms = alarmsOf(useViewContext())
  const { at, sentence = '', sound = false } = alarm ?? {}
  useEffect(() => {
    if (at === undefined) alarms.clear(name)
    else alarms.set(name, { at, sentence, sound })
  }, [alarms, name, at, sentence, sound])
}

const registries = new WeakMap<ViewContext, Alarms>()

function alarmsOf(context: ViewContext): Alarms {
  let alarms = registries.get(context)
  if (!alarms) registries.set(context, (alarms = new Alarms(context.announce)))
  return alarms
}

const LOOK_EVERY_MS = 1_000
const HOLD_MS = 5_000

/** What is still to ring on this page. */
class Alarms {
  readonly #announce: (sentence: string) => void
  readonly #waiting = new Map<string, Alarm & { readonly timer: ReturnType<typeof setTimeout> }>()
  #looking: ReturnType<typeof setInterval> | undefined

  constructor(announce: (sentence: string) => void) {
    this.#announce = announce
    document.addEventListener('visibilitychange', () => this.#look())
  }

  set(name: string, alarm: Alarm): void {
    this.clear(name)
    const inMs = alarm.at - Date.now()
    // What has passed before it was asked for is shown, not rung.
    if (inMs <= 0) return
    // A single timer is punctual in a background tab, where one that repeats is slowed down to once a minute. After sleep
    // it comes too late, and then the one that repeats notices.
    const timer = setTimeout(() => this.#look(), inMs)
    this.#waiting.set(name, { ...alarm, timer })
    this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  clear(name: string): void {
    clearTimeout(this.#waiting.get(name)?.timer)
    this.#waiting.delete(name)
    if (this.#waiting.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  #look(): void {
    for (const [name, alarm] of this.#waiting)
      if (alarm.at <= Date.now()) {
        this.clear(name)
        this.#announce(alarm.sentence)
        void inOneTab(`deskhand.alarm.${name}`, () => raise(alarm))
      }
  }
}

function raise({ sentence, sound }: Alarm): void {
  if (sound) ringBell()
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification('Deskhand', { body: sentence })
  notice.addEventListener('click', () => window.focus())
}

/** Several tabs may show the same timer; one of them rings. */
async function inOneTab(name: string, act: () => void): Promise<void> {
  if (!('locks' in navigator)) return act()
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    act()
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
  })
}
