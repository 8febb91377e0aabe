import { createContext, use, useSyncExternalStore } from 'react'
import type { Component } from '../../../src/contract/component-schema.ts'
import { LiveReadings } from '../../../src/components/view-kit/live-readings.ts'
import type { Service } from '../../../src/components/view-kit/service.ts'
import { StoredValues } from '../../../src/components/view-kit/stored-values.ts'
import type { Pins, Question, Surroundings } from '../../../src/components/view-kit/surroundings.ts'
import { views } from '../../../src/components/views.tsx'
import { ChatStore } from '../chat/chat-store.ts'
import { RunStreams } from '../chat/run-streams.ts'
import { createAccess, type Access } from '../service/access.ts'
import { EventConnection } from '../service/event-connection.ts'
import { httpService } from '../service/http-service.ts'
import { createRenderReports } from '../service/render-reports.ts'
import { createBrowserNotices, type BrowserNotices } from './browser-notices.ts'
import { sharedState, type SharedState } from './external-state.ts'
import { Router } from './router.ts'
import { createTheme, type Theme } from './theme.ts'

export interface AskedQuestion extends Question {
  readonly answer: (agreed: boolean) => void
}

/** Which of the layers above the page is open. */
export type Layer = 'palette' | 'shortcuts' | 'tray' | undefined

/** Everything that the page is made of, put together once. */
export interface Shell {
  readonly access: Access
  readonly service: Service
  readonly events: EventConnection
  readonly router: Router
  readonly chat: ChatStore
  readonly theme: SharedState<Theme>
  readonly notices: BrowserNotices
  readonly layer: SharedState<Layer>
  readonly question: SharedState<AskedQuestion | undefined>
  /** What the live region says. */
  readonly announcement: SharedState<string>
  readonly surroundings: Surroundings
  /** Begins to follow what happens; ends when the signal aborts. */
  start(signal: AbortSignal): void
}

export const PINS_KEY = 'shell:pins'

export type PinSize = 'small' | 'medium' | 'wide'

export interface PinnedComponents {
  readonly pins: readonly {
    readonly id: string
    readonly component: Component
    /** How wide a person made it; as its kind is when left out. */
    readonly size?: PinSize
  }[]
}

export const NO_PINS: PinnedComponents = { pins: [] }

export function createShell(): Shell {
  const access = createAccess()
  const service = httpService(access)
  const events = new EventConnection(access)
  const router = new Router()
  const announcement = sharedState('')
  const question = sharedState<AskedQuestion | undefined>(undefined)
  const stored = new StoredValues({ service, events })
  const notices = createBrowserNotices()
  const telemetry = createRenderReports(service)
  const announce = (sentence: string) => announcement.set(sentence)
  const chat = new ChatStore({
    service,
    events,
    streams: new RunStreams(access),
    announce,
    onSession: (session) => {
      if (router.place().page === 'chat') router.go('chat', session, { replace: true })
    },
  })
  const surroundings: Surroundings = {
    events,
    stored,
    readings: new LiveReadings({ service, events }),
    views,
    telemetry,
    pins: createPins(stored, announce),
    announce,
    show: (page, item) => router.go(page, item),
    say(message) {
      router.go('chat', chat.conversation().sessionId)
      chat.send(message)
    },
    ask: (asked) => new Promise((answer) => question.set({ ...asked, answer })),
  }
  return {
    access,
    service,
    events,
    router,
    chat,
    announcement,
    question,
    surroundings,
    theme: createTheme(),
    notices,
    layer: sharedState<Layer>(undefined),
    start(signal) {
      void events.run(signal)
      notices.follow(events, signal)
      const leave = () => {
        stored.flush()
        telemetry.flush()
      }
      window.addEventListener('pagehide', leave, { signal })
    },
  }
}

function createPins(stored: StoredValues, announce: (sentence: string) => void): Pins {
  const entry = stored.entry(PINS_KEY)
  const read = () => ({ ...NO_PINS, ...(entry.state().value as Partial<PinnedComponents> | undefined) }).pins
  return {
    isPinned: (component) => read().some(({ id }) => id === pinId(component)),
    toggle(component) {
      const id = pinId(component)
      const pinned = read().some((pin) => pin.id === id)
      entry.change((value) => {
        const { pins = [] } = (value ?? {}) as Partial<PinnedComponents>
        const others = pins.filter((pin) => pin.id !== id)
        return { pins: pinned ? others : [...others, { id, component }] }
      })
      announce(pinned ? 'Taken from Home.' : 'Pinned to Home.')
    },
  }
}

function pinId(component: Component): string {
  return typeof component['id'] === 'string' ? component['id'] : JSON.stringify(component)
}

export const ShellContext = createContext<Shell | undefined>(undefined)

export function useShell(): Shell {
  const shell = use(ShellContext)
  if (!shell) throw new Error('Used outside of the shell.')
  return shell
}

export function useShared<Value>({ subscribe, get }: SharedState<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
