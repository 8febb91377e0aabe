import type { Provenance } from '../../../contract/endpoint.ts'
import type { DesktopDriver, Frame, Point } from '../../../platform/desktop/desktop-driver.ts'
import { withoutSandbox, type Launcher } from '../../../platform/sandbox/launcher.ts'
import { commandPlace } from '../../../platform/terminal-commands/command-policy.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { isScreenBound, lookingActions, type Action } from '../actions/vocabulary.ts'
import { canonicalKey } from '../canonical-key.ts'
import { inOneLine } from '../untrusted.ts'
import { assessAction, isAtPassword } from './assess-action.ts'
import type { Assessment, Confinement, Scene } from './assessment.ts'
import { readScene } from './read-scene.ts'
import { TypedLines } from './typed-line.ts'
import type { Act, Question } from '../../tools/question.ts'

export type ApproveMode = 'risky' | 'every' | 'none'

export interface GateDeps {
  readonly driver: DesktopDriver
  readonly mode: ApproveMode
  readonly taskId: string
  readonly home: string
  readonly provenance: Provenance
  readonly holdsSecret: (text: string) => boolean
  /** Where commands without a window run. */
  readonly launcher: Pick<Launcher, 'state' | 'reasonNotToLook' | 'reasonNotToUse'>
  /** Asks a person and waits for the answer. `expired` when nobody has answered in time. */
  readonly ask: (act: Act, question: Question) => Promise<Answer>
}

export type Answer = 'approved' | 'rejected' | 'expired'

export interface Wish {
  readonly action: Action
  readonly points: readonly Point[]
  readonly frame: Frame
  /** Why a person must be asked whatever the policy says. */
  readonly askBecause?: string | undefined
  readonly signal: AbortSignal
}

export type Passage =
  | { readonly passed: true; readonly approved: boolean; readonly hidesText: boolean }
  | {
      readonly passed: false
      readonly kind: 'blocked' | 'rejected' | 'expired' | 'moved'
      readonly outcome: string
    }

const AROUND = 48

/** Lets actions through to the desktop: by the policy, and where that says so by a person. */
export class Gate {
  readonly #deps: GateDeps
  readonly #lines: TypedLines
  /** Where the last action was to happen. */
  #place: Scene['window'] = null
  /** What a person has allowed and could not be done yet, because the screen had changed. Each counts once. */
  readonly #allowed = new Set<string>()

  constructor(deps: GateDeps) {
    this.#deps = deps
    this.#lines = new TypedLines({ isMac: deps.driver.kind === 'macos' })
  }

  async pass(wish: Wish): Promise<Passage> {
    const { driver, home, holdsSecret } = this.#deps
    const { action, points, signal } = wish
    // A look is asked about only for a doubt about the whole call, of which it may be no more than the beginning.
    if (lookingActions.has(action.name) && wish.askBecause === undefined)
      return { passed: true, approved: false, hidesText: false }
    const seen = await readScene(driver, { action, points, signal })
    this.#place = seen.window
    const confinement = await this.#confinementOf(action)
    const scene: Scene = { ...seen, lines: this.#lines, home, holdsSecret, confinement }
    const assessment = assessAction(action, scene)
    if (assessment.verdict === 'block')
      return {
        passed: false,
        kind: 'blocked',
        outcome: `Refused: ${assessment.reason} Nobody can allow this.`,
      }
    const hidesText = isAtPassword(action, scene)
    const reason = this.#reasonToAsk(wish, assessment)
    if (reason === undefined) return { passed: true, approved: false, hidesText }
    return this.#askPerson(wish, { scene, reason, hidesText })
  }

  /** Told of each action that was done. */
  note(action: Action, window: string | null): void {
    this.#lines.note(action, window, this.#place?.className)
  }

  async #confinementOf({ name, args }: Action): Promise<Confinement> {
    const { launcher, home } = this.#deps
    const state = await launcher.state()
    const noSandbox = state.works ? null : withoutSandbox(state)
    if (name !== 'RUN_TERMINAL' || noSandbox !== null) return { noSandbox, notAllowed: null }
    const { folder } = commandPlace(args.folder, home)
    const reason = args.rights === 'look' ? launcher.reasonNotToLook(folder) : launcher.reasonNotToUse(folder)
    return { noSandbox, notAllowed: (await reason) ?? null }
  }

  #reasonToAsk({ askBecause }: Wish, { verdict, reason }: Assessment): string | undefined {
    const { mode } = this.#deps
    if (verdict === 'always') return reason
    if (askBecause !== undefined) return askBecause
    if (verdict === 'ask' && mode !== 'none') return reason
    return mode === 'every' ? 'You asked to be asked before every action.' : undefined
  }

  async #askPerson(
    wish: Wish,
    { scene, reason, hidesText }: { scene: Scene; reason: string; hidesText: boolean },
  ): Promise<Passage> {
    const { ask, taskId, provenance } = this.#deps
    const { action, frame } = wish
    const place = await this.#placeOf(wish, scene)
    const grant = canonicalKey({ name: action.name, args: withoutWords(action), place })
    const passed = { passed: true, approved: true, hidesText } as const
    if (this.#allowed.delete(grant)) return passed
    // What runs later is the action itself, not what is written here: a password need not be in it.
    const shown = hidesText ? withoutText(action) : action
    const args = { ...withoutWords(shown), task_id: taskId, frame: frame.hash }
    const act: Act = { agent: 'computer_control', action: action.name, args, risk: 'dangerous', provenance }
    const answer = await ask(act, { title: titleOf(action), message: messageOf(reason, shown) })
    if (answer === 'rejected')
      return {
        passed: false,
        kind: 'rejected',
        outcome:
          'The user did not allow it. Do not try it again, nor a way around it; ask what to do instead if you must.',
      }
    if (answer === 'expired')
      return { passed: false, kind: 'expired', outcome: 'Nobody answered in time, so nothing was done.' }
    if (await this.#isUnchanged(wish, place)) return passed
    this.#allowed.add(grant)
    return {
      passed: false,
      kind: 'moved',
      outcome:
        'The user allowed it, but the screen has changed since then, so it was not done. Bring the same window to the front again, and if it is still right, do exactly the same once more.',
    }
  }

  /** What was allowed was allowed for what the person saw: the same picture, or at least the same window and target. */
  async #isUnchanged(wish: Wish, place: string): Promise<boolean> {
    const { driver } = this.#deps
    const { action, points, frame, signal } = wish
    if (!isScreenBound(action.name)) return true
    const { width, height, area } = frame
    const now = await driver.capture({ area, maxEdge: Math.max(width, height) }, signal)
    if (now.hash === frame.hash) return true
    return (await this.#placeOf(wish, await readScene(driver, { action, points, signal }))) === place
  }

  /** The window in front, what has the focus, and the pixels around the target. */
  async #placeOf(
    { action, points, signal }: Wish,
    { window, focused }: Pick<Scene, 'window' | 'focused'>,
  ): Promise<string> {
    if (!isScreenBound(action.name)) return ''
    const patches: string[] = []
    for (const point of points) patches.push(await this.#patchAt(point, signal))
    const focus = action.name === 'TYPE_TEXT' || action.name === 'PRESS_KEY' ? (focused?.id ?? '') : ''
    return [window?.id ?? '', focus, ...patches].join('|')
  }

  async #patchAt({ x, y }: Point, signal: AbortSignal): Promise<string> {
    const { driver } = this.#deps
    const monitors = await driver.monitors()
    const { area } = monitors.find((one) => contains(one.area, { x, y })) ?? (await driver.activeMonitor())
    const left = Math.max(area.x, x - AROUND)
    const top = Math.max(area.y, y - AROUND)
    const width = Math.min(area.x + area.width, x + AROUND) - left
    const height = Math.min(area.y + area.height, y + AROUND) - top
    const { hash } = await driver.capture({ area: { x: left, y: top, width, height } }, signal)
    return hash
  }
}

function contains(area: { x: number; y: number; width: number; height: number }, { x, y }: Point): boolean {
  return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
}

/** An action by what it does; why the model wants it does not make it another one. */
function withoutWords({ args }: Action): Record<string, unknown> {
  const { reason: _reason, ...rest } = args
  return rest
}

function withoutText(action: Action): Action {
  return action.name === 'TYPE_TEXT' ? { ...action, args: { ...action.args, text: '••••' } } : action
}

function titleOf({ name, args }: Action): string {
  if (name === 'RUN_TERMINAL') return 'Run this command?'
  if (name === 'TYPE_TEXT') return 'Type this text?'
  if (name === 'PRESS_KEY') return `Press ${inOneLine(args.key, 40)}?`
  if (name === 'OPEN_APP') return `Open ${inOneLine(args.name, 60)}?`
  if (name === 'DRAG') return 'Drag this?'
  if (name === 'SCROLL_AT') return 'Scroll there?'
  if (name === 'MOVE') return 'Move the pointer there?'
  return isScreenBound(name) ? 'Click there?' : 'Continue?'
}

const MAX_SHOWN = 4_000

/** Where a line ends can matter as much as what is in it. */
function withLineEnds(text: string): string {
  return visibleText(text).replaceAll('\n', '⏎\n').replaceAll('\t', '⇥')
}

/** All of it: who says yes to a text must have seen its end too. */
function shownText(text: string): string {
  const visible = withLineEnds(text)
  if (visible.length <= MAX_SHOWN) return visible
  const half = MAX_SHOWN / 2
  const left = visible.length - MAX_SHOWN
  return `${visible.slice(0, half)}\n… ${left} characters left out here …\n${visible.slice(-half)}`
}

function messageOf(reason: string, { name, args }: Action): string {
  const what =
    name === 'RUN_TERMINAL'
      ? `\n${withLineEnds(args.command)}`
      : name === 'TYPE_TEXT'
        ? `\n${shownText(args.text)}`
        : ''
  const why =
    args.reason === undefined || args.reason === '' ? '' : ` The model says: ${inOneLine(args.reason, 300)}`
  return `The desktop task is waiting. ${reason}${why}${what}`
}
