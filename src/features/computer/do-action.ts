import { AppError } from '../../contract/errors.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Secrecy } from '../../contract/tool.ts'
import { limits } from '../../contract/limits.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { DesktopDriver, Frame, Point } from '../../platform/desktop/desktop-driver.ts'
import { perform, pointsOf, type PerformDeps, type Performed } from './actions/perform.ts'
import type { Seen } from './actions/tell-click.ts'
import { lookingActions, type Action, type ActionOf } from './actions/vocabulary.ts'
import type { Approvals } from '../tools/approvals.ts'
import { settledText } from '../../platform/desktop/picture/settled-text.ts'
import type { Scene } from './policy/assessment.ts'
import type { Gate, Passage, Told } from './policy/gate.ts'
import type { TaskSecrets } from './secrets/task-secrets.ts'
import { withoutTyped } from './secrets/typed-secret.ts'
import type { StopSignal } from './stop-signal.ts'
import type { StepRecord } from './task-rows.ts'
import { inOneLine } from './untrusted.ts'

export interface ActionDeps extends PerformDeps {
  readonly driver: DesktopDriver
  readonly gate: Gate
  readonly approvals: Pick<Approvals, 'nextToExpire' | 'untilNobodyIsAsked' | 'whileNobodyIsAsked'>
  /** The task waits until a question of somebody else is answered, and whether it goes on. */
  readonly onHeld: (message: string | null) => Promise<void>
  readonly audit: Pick<AuditLog, 'append' | 'effect'>
  readonly taskId: string
  readonly provenance: Provenance
  readonly now: () => Date
  /** Takes secrets out of what is kept. */
  readonly secrets: TaskSecrets
}

export interface WantedAction {
  readonly action: Action
  /** The picture that it was decided on. */
  readonly frame: Frame
  readonly step: number
  /** What the model wrote beside it. */
  readonly said: string
  readonly askBecause?: string | undefined
}

/** What was done or tried, for whoever looks at it later. */
export interface Deed extends Told {
  /** Where, on the desktop, in order. */
  readonly points: readonly Point[]
}

export interface Done {
  readonly kind: 'done' | 'failed' | Extract<Passage, { passed: false }>['kind']
  readonly record: StepRecord
  readonly deed: Deed
  readonly performed?: Performed
  /** Whether the screen was seen to change; undefined for what changes nothing. */
  readonly settled?: boolean
  /** What was at its place before it was done. */
  readonly seen?: Partial<Pick<Scene, 'target' | 'window' | 'focused'>> | undefined
  /** Of what it typed. */
  readonly secrecy?: Secrecy
}

/** Nobody has answered, and the task cannot go on before somebody does. */
export class StillAsked extends AppError {
  constructor() {
    super(
      'conflict',
      'Another question is still open, and nothing is clicked, typed or run until it is answered. Answer it, then start the task again.',
    )
  }
}

const ACTION_MS = 15_000
/** Opening an application and running a command have limits of their own. */
const OWN_LIMIT_MS = 75_000
const APP_SETTLE_MS = 10_000

/** One action from the wish to what came of it. Whatever goes wrong with it is told to the model, unless it was a stop. */
export async function doAction(wanted: WantedAction, deps: ActionDeps, stop: StopSignal): Promise<Done> {
  // What was never looked at closely enough to tell might be a password.
  const state: State = { secrecy: 'maybe', told: [], points: [] }
  try {
    if (!lookingActions.has(wanted.action.name)) await letPersonAnswer(deps, stop)
    const done = await doParts(wanted, { deps, stop, state })
    return { ...done, record: recordOf(wanted, done.outcome, { deps, state }), deed: deedOf(state) }
  } catch (error) {
    if (stop.signal.aborted || error instanceof StillAsked || !(error instanceof AppError)) throw error
    const outcome = `Not done: ${error.message}`
    await note(wanted, outcome, { deps, state })
    return { kind: 'failed', record: recordOf(wanted, outcome, { deps, state }), deed: deedOf(state) }
  }
}

interface Doing {
  readonly deps: ActionDeps
  readonly stop: StopSignal
  readonly state: State
}

interface State {
  secrecy: Secrecy
  /** Of each part. */
  readonly told: Told[]
  points: readonly Point[]
}

function deedOf({ told, points }: State): Deed {
  const words = told.map((one) => one.words).filter((one) => one !== '')
  const secretWindow = told.find((one) => one.secretWindow !== null)?.secretWindow ?? null
  const inOrder = words.map((one, index) =>
    index === 0 ? one : one.slice(0, 1).toLowerCase() + one.slice(1),
  )
  return { words: inOrder.join(', then '), area: told.at(-1)?.area ?? null, secretWindow, points }
}

async function doParts(
  wanted: WantedAction,
  doing: Doing,
): Promise<Omit<Done, 'record' | 'deed'> & { outcome: string }> {
  const { deps, stop, state } = doing
  const { frame, askBecause } = wanted
  // Both parts of typing at a place are about that place: the focus may take a moment to tell that it has moved there.
  const points = pointsOf(wanted.action, frame, deps.space)
  state.points = points
  const outcomes: string[] = []
  let performed: Performed | undefined
  let seen: Done['seen']
  for (const action of partsOf(wanted.action)) {
    const passage = await stop.race(
      deps.gate.pass({ action, points, frame, askBecause, signal: stop.signal }),
    )
    state.told.push(passage.told)
    // A click that comes before says nothing about the text that is to follow it.
    if (action.name === wanted.action.name) state.secrecy = passage.secrecy
    if (!passage.passed) {
      await note({ ...wanted, action }, passage.outcome, { deps, state })
      return { kind: passage.kind, outcome: passage.outcome }
    }
    performed = await doOne(
      { ...wanted, action },
      {
        ...doing,
        points,
        approved: passage.approved,
        seen: passage,
      },
    )
    seen = passage
    outcomes.push(performed.outcome)
    const window = await deps.driver.activeWindow()
    deps.gate.note(action, window?.id ?? null)
  }
  const outcome = outcomes.join(' ')
  if (lookingActions.has(wanted.action.name) || wanted.action.name === 'RUN_TERMINAL')
    return { kind: 'done', outcome, performed: performed! }
  const isApp = wanted.action.name === 'OPEN_APP'
  const settled = await deps.driver.settle(isApp ? { maxMs: APP_SETTLE_MS } : {}, stop.signal)
  const told = [outcome, settledText(settled)].filter(Boolean).join(' ')
  const { secrecy } = state
  return { kind: 'done', outcome: told, performed: performed!, settled: settled.changed, seen, secrecy }
}

/** Text for a certain place is a click and then typing: what the click brings to the front is looked at in between. */
function partsOf(action: Action): Action[] {
  if (action.name !== 'TYPE_TEXT' || action.args.x === undefined || action.args.y === undefined)
    return [action]
  const { x, y, target, ...typing } = action.args
  const click: ActionOf<'CLICK_AT'> = {
    name: 'CLICK_AT',
    args: { x, y, button: 'left', count: 1, ...(target !== undefined && { target }) },
  }
  return [click, { name: 'TYPE_TEXT', args: typing }]
}

async function doOne(
  wanted: WantedAction,
  {
    deps,
    stop,
    state,
    points,
    approved,
    seen,
  }: Doing & { points: readonly Point[]; approved: boolean; seen: Seen },
): Promise<Performed> {
  const { action, frame, step } = wanted
  const hasOwnLimit = action.name === 'OPEN_APP' || action.name === 'RUN_TERMINAL'
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), hasOwnLimit ? OWN_LIMIT_MS : ACTION_MS)
  const signal = AbortSignal.any([stop.signal, late.signal])
  const performing = { points, frame, deps, isApproved: approved, secrecy: state.secrecy, seen }
  try {
    return await deps.audit.effect(
      {
        kind: 'computer.action',
        provenance: deps.provenance,
        subject: action.name,
        args: storedArgs(action, { deps, state }),
        detail: { task_id: deps.taskId, step, reason: reasonOf(wanted, deps), frame: frame.hash, approved },
        outcome: ({ outcome }) => ({ task_id: deps.taskId, step, outcome: deps.secrets.mask(outcome) }),
      },
      () =>
        lookingActions.has(action.name)
          ? perform(action, { ...performing, signal })
          : deps.approvals.whileNobodyIsAsked(signal, (until) =>
              perform(action, { ...performing, signal: until }),
            ),
    )
  } catch (error) {
    if (late.signal.aborted && !stop.signal.aborted)
      throw new AppError('timeout', 'It took longer than an action may.', { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The window that asks is on the same screen: while it does, the task presses nothing and lets the person have the mouse. */
async function letPersonAnswer({ approvals, onHeld }: ActionDeps, stop: StopSignal): Promise<void> {
  const open = approvals.nextToExpire()
  if (!open) return
  const late = AbortSignal.timeout(limits.confirmation_minutes.value * 60_000)
  const signal = AbortSignal.any([stop.signal, late])
  const held = async () => {
    await onHeld(`Waits for your answer: ${open.title}`)
    await approvals.untilNobodyIsAsked(signal)
    await onHeld(null)
  }
  try {
    // From before it is told on: whoever reads it takes the mouse.
    await stop.whileWaiting(held())
  } catch (error) {
    if (stop.signal.aborted) throw error
    throw new StillAsked()
  }
}

/** What was not done is in the audit log too. */
async function note(
  wanted: WantedAction,
  outcome: string,
  { deps, state }: Pick<Doing, 'deps' | 'state'>,
): Promise<void> {
  const { action, frame, step } = wanted
  await deps.audit.append({
    kind: 'computer.refused',
    provenance: deps.provenance,
    subject: action.name,
    args: storedArgs(action, { deps, state }),
    detail: {
      task_id: deps.taskId,
      step,
      reason: reasonOf(wanted, deps),
      frame: frame.hash,
      outcome: deps.secrets.mask(outcome),
    },
  })
}

function recordOf(
  wanted: WantedAction,
  outcome: string,
  { deps, state }: Pick<Doing, 'deps' | 'state'>,
): StepRecord {
  const { action, step } = wanted
  return {
    step,
    at: deps.now().toISOString(),
    action: action.name,
    args: storedArgs(action, { deps, state }),
    reason: reasonOf(wanted, deps),
    outcome: deps.secrets.mask(outcome),
  }
}

function storedArgs(
  action: Action,
  { deps, state }: { deps: Pick<ActionDeps, 'secrets'>; state: State },
): Record<string, unknown> {
  const { reason: _reason, ...args } = (state.secrecy === 'no' ? action : withoutTyped(action)).args
  return deps.secrets.maskAll(args)
}

function reasonOf({ action, said }: WantedAction, { secrets }: Pick<ActionDeps, 'secrets'>): string {
  return secrets.maskWords(inOneLine(action.args.reason ?? said, 500))
}
