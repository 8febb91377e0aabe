import { LiveReadings } from '../../../src/components/view-kit/live/live-readings.ts'
import type { Service } from '../../../src/components/view-kit/service.ts'
import { StoredValues } from '../../../src/components/view-kit/store/stored-values.ts'
import type { Question, ViewContext } from '../../../src/components/view-kit/view-context.ts'
import { answerText } from '../chat/answer-text.ts'
import { sharedState, type SharedState } from '../frame/external-state.ts'
import { appViews } from './app-views.tsx'
import type { Bridge } from './bridge.ts'
import { say } from './host-service.ts'
import type { Looks } from './looks.ts'

export interface AskedQuestion extends Question {
  readonly answer: (agreed: boolean) => void
}

/** What the page says and asks beside the answer. */
export interface Beside {
  readonly notice: SharedState<string | undefined>
  readonly question: SharedState<AskedQuestion | undefined>
}

export function createBeside(): Beside {
  return {
    notice: sharedState<string | undefined>(undefined),
    question: sharedState<AskedQuestion | undefined>(undefined),
  }
}

interface Means {
  readonly bridge: Bridge
  readonly service: Service
  readonly events: Looks
  readonly beside: Beside
}

/** What views get where another program shows them. */
export function createViewContext({ bridge, service, events, beside }: Means): ViewContext {
  const tell = (sentence: string) => beside.notice.set(sentence)
  return {
    isElsewhere: true,
    events,
    stored: new StoredValues({ service, events }),
    readings: new LiveReadings({ service, events }),
    views: appViews,
    telemetry: { drawn: () => {}, failed: () => {} },
    pins: { subscribe: () => () => {}, state: () => undefined, isPinned: () => false, toggle: () => {} },
    announce: tell,
    textOf: (components, style) => answerText(components, { style, service }),
    say: (message) => void say(bridge, message).catch(() => tell('The message was not sent.')),
    // The message field is the host's own.
    compose: () => tell('Open Deskhand to write there.'),
    show(page, item) {
      // A conversation goes on in the host's own.
      if (page === 'chat') return
      tell(
        item === undefined
          ? 'Open Deskhand to go on there.'
          : `Open Deskhand to go on there: ${page}, ${item}.`,
      )
    },
    ask(asked) {
      beside.question.get()?.answer(false)
      return new Promise((answer) => beside.question.set({ ...asked, answer }))
    },
  }
}
