import type { Provenance } from '../../../contract/endpoint.ts'
import type { Secrecy } from '../../../contract/tool.ts'
import type { Area, DesktopDriver, Frame, Point } from '../../../platform/desktop/desktop-driver.ts'
import { withoutSandbox, type Launcher } from '../../../platform/sandbox/launcher.ts'
import { commandPlace } from '../../../platform/terminal-commands/command-policy.ts'
import { isById, isScreenBound, lookingActions, type Action } from '../actions/vocabulary.ts'
import { canonicalKey } from '../canonical-key.ts'
import { deedInWords, messageOf, titleOf } from './question-words.ts'
import { assessAction } from './assess-action.ts'
import type { Assessment, Confinement, Scene } from './assessment.ts'
import { readScene } from './read-scene.ts'
import { isSamePlace, seePlace, type SeenPlace } from './seen-place.ts'
import type { TaskSecrets } from '../secrets/task-secrets.ts'
import { secrecyOf, withoutTyped } from '../secrets/typed-secret.ts'
import { TypedLines } from './typed-line.ts'
import type { Act, Question } from '../../tools/question.ts'

export type ApproveMode = 'risky' | 'every' | 'none'

export interface GateDeps {
  readonly driver: DesktopDriver
  readonly mode: ApproveMode
  readonly taskId: string
  /** The words of the person who wants it; empty where somebody else wrote them. */
  readonly task: string
  readonly home: string
  readonly provenance: Provenance
  readonly holdsSecret: (text: string) => boolean
  /** What nobody may read of this task. */
  readonly secrets: TaskSecrets
  /** Where commands without a window run. */
  readonly launcher: Pick<Launcher, 'state' | 'reasonNotToLook' | 'reasonNotToUse'>
  /** Asks a person and waits for the answer. `expired` when nobody has answered in time. */
  readonly ask: (act: Act, question: Question, shown: Shown) => Promise<Answer>
}

export type Answer = 'approved' | 'rejected' | 'expired'

/** The picture that a question is about, and what it is about in it, on the desktop. */
export interface Shown {
  readonly frame: Frame
  readonly points: readonly Point[]
  readonly area: Area | null
}

export interface Wish {
  readonly action: Action
  readonly points: readonly Point[]
  readonly frame: Frame
  /** Why a person must be asked whatever the policy says. */
  readonly askBecause?: string | undefined
  readonly signal: AbortSignal
}

/** What would be done, for whoever looks at it later. */
export interface Told {
  /** Without secrets; empty for what only looks. */
  readonly words: string
  /** What it is about, for what has no place of its own. */
  readonly area: Area | null
  /** The window that gets a secret and doesn't tell where it shows it. */
  readonly secretWindow: string | null
}

/** In place of a window on a desktop that tells of none. */
export const UNKNOWN_WINDOW = 'unknown'

const untold: Told = { words: '', area: null, secretWindow: null }

export type Passage = (
  | ({ readonly passed: true; readonly approved: boolean } & Partial<
      Pick<Scene, 'target' | 'window' | 'focused'>
    >)
  | {
      readonly passed: false
      readonly kind: 'blocked' | 'rejected' | 'expired' | 'moved'
      readonly outcome: string
    }
) & {
  /** Of what it types, however it ends. */
  readonly secrecy: Secrecy
  readonly told: Told
}

type WithoutTold = Passage extends infer One ? (One extends Passage ? Omit<One, 'told'> : never) : never

/** Lets actions through to the desktop: by the policy, and where that says so by a person. */
export class Gate {
  readonly #deps: GateDeps
  readonly #lines: TypedLines
  /** Where the last action was to happen. */
  #place: Scene['window'] = null
  /** What a person has allowed and could not be done yet, because the screen had changed. Each counts once. */
  readonly #allowed: { readonly key: string; readonly place: SeenPlace }[] = []

  constructor(deps: GateDeps) {
    this.#deps = deps
    this.#lines = new TypedLines({ isMac: deps.driver.kind === 'macos' })
  }

  async pass(wish: Wish): Promise<Passage> {
    const { driver, home, task, holdsSecret } = this.#deps
    const { action, points, signal } = wish
    // A look is asked about only for a doubt about the whole call, of which it may be no more than the beginning.
    if (lookingActions.has(action.name) && wish.askBecause === undefined)
      return { passed: true, approved: false, secrecy: 'no', told: untold }
    const seen = await readScene(driver, { action, points, signal })
    this.#place = seen.window
    const confinement = await this.#confinementOf(action)
    const scene: Scene = { ...seen, lines: this.#lines, task, home, holdsSecret, confinement }
    const assessment = assessAction(action, scene)
    const secrecy = this.#secrecyOf(action, scene)
    const told = this.#tell(wish, { scene, secrecy })
    if (assessment.verdict === 'block')
      return {
        passed: false,
        kind: 'blocked',
        outcome: `Refused: ${assessment.reason} Nobody can allow this.`,
        secrecy,
        told,
      }
    const reason = this.#reasonToAsk(wish, assessment)
    if (reason === undefined) {
      const { target, window, focused } = scene
      return { passed: true, approved: false, secrecy, told, target, window, focused }
    }
    return { ...(await this.#askPerson(wish, { scene, reason, secrecy })), told }
  }

  #tell({ action, points }: Wish, { scene, secrecy }: { scene: Scene; secrecy: Secrecy }): Told {
    const { focused, target, window } = scene
    const shown = this.#deps.secrets.maskAll(secrecy === 'no' ? action : withoutTyped(action))
    const fields = [focused, target].filter((one) => one?.isEditable === true || one?.isPassword === true)
    const isUnplaced = fields.length === 0 && this.#writesSecret(action, secrecy)
    return {
      words: this.#deps.secrets.mask(deedInWords(shown, scene) ?? ''),
      area: areaOf({ action, points }, scene),
      secretWindow: isUnplaced ? (window?.id ?? UNKNOWN_WINDOW) : null,
    }
  }

  #writesSecret(action: Action, secrecy: Secrecy): boolean {
    if (secrecy === 'yes') return true
    return action.name === 'TYPE_TEXT' && this.#deps.secrets.holds(action.args.text)
  }

  /** From now on it is masked wherever it stands, also when it is not typed in the end. */
  #secrecyOf(action: Action, scene: Scene): Secrecy {
    const { secrets } = this.#deps
    const secrecy = secrecyOf(action, scene)
    if (action.name === 'TYPE_TEXT' && secrecy === 'yes')
      secrets.learnTyped(action.args.text, { isMore: action.args.clear !== true })
    else if (!lookingActions.has(action.name)) secrets.endTyping()
    return secrecy
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
    { scene, reason, secrecy }: { scene: Scene; reason: string; secrecy: Secrecy },
  ): Promise<WithoutTold> {
    const { ask, driver, taskId, provenance, secrets } = this.#deps
    const { action, frame, points } = wish
    const { target, window, focused } = scene
    const place = await seePlace(driver, wish, scene)
    // Return runs another line once that has been edited.
    const line = scene.lines.after(window?.id ?? null, '').text
    const key = canonicalKey({ name: action.name, args: withoutWords(action), place: place.words, line })
    const passed = { passed: true, approved: true, secrecy, target, window, focused } as const
    if (await this.#takeGrant(key, place)) return passed
    // What runs later is the action itself, not what is written here: a password need not be in it.
    const shown = secrets.maskAll(secrecy === 'yes' ? withoutTyped(action) : action)
    const args = { ...withoutWords(shown), task_id: taskId, frame: frame.hash }
    const act: Act = { agent: 'computer_control', action: action.name, args, risk: 'dangerous', provenance }
    const question = {
      title: secrets.mask(titleOf(shown, scene)),
      message: secrets.maskWords(messageOf(reason, shown)),
    }
    const answer = await ask(act, question, { frame, points, area: areaOf(wish, scene) })
    if (answer === 'rejected')
      return {
        passed: false,
        secrecy,
        kind: 'rejected',
        outcome:
          'The user did not allow it. Do not try it again, nor a way around it; ask what to do instead if you must.',
      }
    if (answer === 'expired')
      return {
        passed: false,
        secrecy,
        kind: 'expired',
        outcome: 'Nobody answered in time, so nothing was done.',
      }
    if (await this.#isUnchanged(wish, place)) return passed
    this.#allowed.push({ key, place })
    return {
      passed: false,
      secrecy,
      kind: 'moved',
      outcome:
        'The user allowed it, but the screen has changed since then, so it was not done. Bring the same window to the front again, and if it is still right, do exactly the same once more.',
    }
  }

  /** What was allowed was allowed for what the person saw: the same picture, or at least the same window and target. */
  async #isUnchanged(wish: Wish, place: SeenPlace): Promise<boolean> {
    const { driver } = this.#deps
    const { action, points, signal } = wish
    if (!isScreenBound(action.name)) return true
    return isSamePlace(
      place,
      await seePlace(driver, wish, await readScene(driver, { action, points, signal })),
    )
  }

  /** A yes that could not be acted on yet counts once, for the same action at the same place. */
  async #takeGrant(key: string, place: SeenPlace): Promise<boolean> {
    for (const grant of this.#allowed) {
      if (grant.key !== key || !(await isSamePlace(grant.place, place))) continue
      this.#allowed.splice(this.#allowed.indexOf(grant), 1)
      return true
    }
    return false
  }
}

/** What an action without a place is about: an element by its id, or what has the keyboard where that gets it. */
function areaOf(
  { action, points }: Pick<Wish, 'action' | 'points'>,
  { target, focused }: Pick<Scene, 'target' | 'focused'>,
): Area | null {
  if (points.length > 0) return null
  if (isById(action)) return target?.area ?? null
  const isByKeys = action.name === 'TYPE_TEXT' || action.name === 'PRESS_KEY'
  return isByKeys ? (focused?.area ?? null) : null
}

/** An action by what it does; why the model wants it does not make it another one. */
function withoutWords({ args }: Action): Record<string, unknown> {
  const { reason: _reason, ...rest } = args
  return rest
}
