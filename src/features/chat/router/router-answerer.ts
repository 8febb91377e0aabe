import type { Answerer, Asked } from '../answering.ts'
import { collectionActs } from './answers/collections.ts'
import { listActs } from './answers/lists.ts'
import { liveDataActs, type LiveDataDeps } from './answers/live-data.ts'
import { machineActs, toolAct, type MachineDeps } from './answers/machine.ts'
import { numberActs } from './answers/numbers.ts'
import { quizActs } from './answers/quizzes.ts'
import type { StoredValues } from './answers/stored.ts'
import { talkActs, type TalkDeps } from './answers/talk.ts'
import { timeActs } from './answers/time.ts'
import { workflowActs, type WorkflowDoors } from './answers/workflows.ts'
import { textOf, type Act, type Understood } from './answers/act.ts'
import { whenOf } from './readers/reader.ts'
import type { Router } from './understanding.ts'

export interface RouterAnswererDeps extends LiveDataDeps, MachineDeps, TalkDeps {
  readonly router: Router
  readonly store: StoredValues
  readonly workflows: WorkflowDoors
  /** Appointments of a span, for the calendar; none when no calendar is connected. */
  readonly appointments?: (
    span: { readonly from: Date; readonly to: Date },
    signal: AbortSignal,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly now: () => Date
  /** Zone of the machine, for those who do not say theirs. */
  readonly timeZone: () => string
}

const DAY_MS = 86_400_000
const spans: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, agenda: 30 }

/** Answers what the router is sure of; false for everything else, with nothing said. */
export function routerAnswerer(deps: RouterAnswererDeps): Answerer {
  const acts: Readonly<Record<string, Act>> = {
    ...liveDataActs(deps),
    ...timeActs,
    ...numberActs,
    ...quizActs,
    ...listActs(deps.store),
    ...collectionActs(deps.store),
    ...machineActs(deps),
    ...workflowActs(deps.workflows),
    ...talkActs(deps),
    calendar_view: showCalendar(deps),
  }
  const runTool = toolAct(deps)
  return async (asked, voice) => {
    // Files and pictures want to be looked at, which is not for a router.
    if (asked.attachments.length > 0) return false
    const context = { now: deps.now(), timeZone: zoneOf(asked, deps), signal: asked.signal }
    const { meaning, candidates } = await deps.router.understand(asked.message, context)
    if (!meaning) return false
    const act = acts[meaning.intent] ?? (deps.describeTool(meaning.intent) ? runTool : undefined)
    if (!act) return false
    await learn(deps, asked, meaning)
    voice.route({ by: 'router', score: meaning.score, candidates })
    await act({ intent: meaning.intent, slots: meaning.slots, asked, voice, when: whenOf(context) })
    return true
  }
}

/** A chip that was chosen teaches; so does a client that says which sentence it corrects. */
async function learn(
  { router }: RouterAnswererDeps,
  asked: Asked,
  { intent, slots }: Pick<Understood, 'intent' | 'slots'>,
): Promise<void> {
  // Only the user's own word teaches: a page or a mail must not.
  if (asked.provenance !== 'local-client') return
  const original = slots['correction_of'] ?? asked.context['correction_of']
  if (typeof original === 'string' && original !== '') await router.correct(original, intent)
}

function zoneOf(asked: Asked, { timeZone }: RouterAnswererDeps): string {
  const said = asked.context['time_zone']
  if (typeof said !== 'string') return timeZone()
  try {
    return new Intl.DateTimeFormat('en', { timeZone: said }).resolvedOptions().timeZone
  } catch {
    return timeZone()
  }
}

function showCalendar({ appointments }: RouterAnswererDeps): Act {
  return async ({ slots, voice, asked, when }) => {
    const view = textOf(slots, 'view') ?? 'agenda'
    const date = textOf(slots, 'date') ?? when.now.toISOString().slice(0, 10)
    const from = new Date(`${date}T00:00:00Z`)
    const events = appointments
      ? await appointments(
          { from, to: new Date(from.getTime() + (spans[view] ?? 30) * DAY_MS) },
          asked.signal,
        )
      : []
    if (!appointments) voice.say('No calendar is connected yet.')
    voice.add({ type: 'calendar_view', view, date, events: [...events], time_zone: when.timeZone })
  }
}
