import type { Component } from '../../../src/contract/component-schema.ts'
import { LiveReadings } from '../../../src/components/view-kit/live/live-readings.ts'
import { StoredValues } from '../../../src/components/view-kit/store/stored-values.ts'
import type { Pins, Question, ViewContext } from '../../../src/components/view-kit/view-context.ts'
import { views } from '../../../src/components/views.tsx'
import { ChatStore } from '../chat/chat-store.ts'
import { RunStreams } from '../chat/run-streams.ts'
import { createAccess } from '../service/access.ts'
import { EventConnection } from '../service/event-connection.ts'
import { httpService } from '../service/http-service.ts'
import { createRenderReports } from '../service/render-reports.ts'
import { createBrowserNotices } from './browser-notices.ts'
import { sharedState } from './external-state.ts'
import { keepFocus } from './focus-keeper.ts'
import type { Toast } from './notices/toast.ts'
import { hasStarter, PINS_KEY, type StoredPins } from './pins.ts'
import { Router } from './router.ts'
import type { Announcement, AskedQuestion, Layer, SettingDrafts, Shell } from './shell.ts'
import { createTheme } from './theme.ts'

export function createShell(): Shell {
  const access = createAccess()
  const service = httpService(access)
  const events = new EventConnection(access)
  const router = new Router()
  const { announcements, announce } = createAnnouncements()
  const states = createStates()
  const stored = new StoredValues({ service, events })
  const notices = createBrowserNotices()
  const telemetry = createRenderReports(service)
  const chat = new ChatStore({
    service,
    events,
    streams: new RunStreams(access),
    announce,
    onSession: (session) => {
      if (router.place().page === 'chat') router.go('chat', session, { replace: true })
    },
  })
  const context: ViewContext = {
    events,
    stored,
    readings: new LiveReadings({ service, events }),
    views,
    telemetry,
    pins: createPins(stored, announce),
    announce,
    textOf: async (components, style) =>
      (await import('../chat/answer-text.ts')).answerText(components, { style, service }),
    show: (page, item) => router.go(page, item),
    ...writing({ router, chat, states }),
    ask: (asked) => askIn(states.question, asked),
  }
  const shell: Shell = {
    access,
    service,
    events,
    router,
    chat,
    announcements,
    ...states,
    context,
    theme: createTheme(),
    notices,
    start(signal) {
      void events.run(signal)
      keepFocus(signal)
      void followLater(shell, signal)
      watchLeaving({ stored, telemetry }, signal)
    },
  }
  return shell
}

function createStates() {
  return {
    question: sharedState<AskedQuestion | undefined>(undefined),
    composed: sharedState<{ readonly text: string } | undefined>(undefined),
    toasts: sharedState<readonly Toast[]>([]),
    offersNotices: sharedState(false),
    layer: sharedState<Layer>(undefined),
    settingDrafts: sharedState<SettingDrafts>({}),
  }
}

/** What is said in the conversation, and what is only put into its field. */
function writing({
  router,
  chat,
  states: { composed },
}: Pick<Shell, 'router' | 'chat'> & { states: Pick<Shell, 'composed'> }): Pick<
  ViewContext,
  'say' | 'compose'
> {
  const toChat = () => router.go('chat', chat.conversation().sessionId)
  return {
    say(message) {
      toChat()
      chat.send(message)
    },
    compose(text) {
      toChat()
      composed.set({ text })
    },
  }
}

/** Not needed for the first picture. Without its code the inbox still counts what comes. */
async function followLater(shell: Shell, signal: AbortSignal): Promise<void> {
  try {
    const { followNotices } = await import('./notices/follow-notices.ts')
    if (!signal.aborted) followNotices(shell, signal)
  } catch (error) {
    shell.context.telemetry.failed('notices', error)
  }
}

/** What can still be sent goes along with the page; what cannot be saved is asked about before. */
function watchLeaving(
  { stored, telemetry }: { stored: StoredValues; telemetry: { flush(): void } },
  signal: AbortSignal,
): void {
  const leave = () => {
    stored.flush()
    telemetry.flush()
  }
  const ask = (event: BeforeUnloadEvent) => {
    if (stored.hasUnsaved()) event.preventDefault()
  }
  window.addEventListener('pagehide', leave, { signal })
  window.addEventListener('beforeunload', ask, { signal })
}

/** Of two questions at once the first counts as declined, so that nobody waits for it for ever. */
function askIn(question: Shell['question'], asked: Question): Promise<boolean> {
  question.get()?.answer(false)
  return new Promise((answer) => question.set({ ...asked, answer }))
}

/** So many stay: two that come at once are both spoken. */
const MAX_ANNOUNCEMENTS = 3

function createAnnouncements() {
  const announcements = sharedState<readonly Announcement[]>([])
  let count = 0
  const announce = (sentence: string) => {
    count += 1
    announcements.set([...announcements.get(), { number: count, sentence }].slice(-MAX_ANNOUNCEMENTS))
  }
  return { announcements, announce }
}

function createPins(stored: StoredValues, announce: (sentence: string) => void): Pins {
  const entry = stored.entry(PINS_KEY)
  const read = () => (entry.state().value as StoredPins | undefined)?.pins ?? []
  return {
    subscribe: entry.subscribe,
    state: entry.state,
    isPinned: (component) => read().some(({ id }) => id === pinId(component)),
    toggle(component, runId) {
      const id = pinId(component)
      const pinned = read().some((pin) => pin.id === id)
      entry.change((value) => {
        const before = (value ?? {}) as StoredPins
        const others = (before.pins ?? []).filter((pin) => pin.id !== id)
        const pin = { id, component, ...(runId !== undefined && { run_id: runId }) }
        return { ...(hasStarter(before) && { starter: true }), pins: pinned ? others : [...others, pin] }
      })
      announce(pinned ? 'Unpinned from Home.' : 'Pinned to Home.')
    },
  }
}

function pinId(component: Component): string {
  return typeof component['id'] === 'string' ? component['id'] : JSON.stringify(component)
}
