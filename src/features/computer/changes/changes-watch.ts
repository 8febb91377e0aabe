import type { TaskChanges } from '../../../contract/computer-changes.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import type {
  AccessibleElement,
  ActiveWindow,
  DesktopDriver,
} from '../../../platform/desktop/desktop-driver.ts'
import { within } from './within.ts'
import type { Performed } from '../actions/perform.ts'
import type { Done } from '../do-action.ts'
import { kindsOf } from '../policy/ordered-step.ts'
import type { RiskKind } from '../policy/risky-words.ts'
import { MASK } from '../../../platform/secrets/masked-value.ts'
import type { TaskSecrets } from '../secrets/task-secrets.ts'
import { inOneLine } from '../untrusted.ts'
import { filesChangedSince, listFiles, type FileList } from './home-files.ts'

type Seen = NonNullable<Done['seen']>
type Typed = NonNullable<Performed['typed']>

interface ChangesWatchDeps {
  readonly driver: Pick<DesktopDriver, 'windows'>
  readonly home: string
  /** Of the service: what it writes is no change of the task. */
  readonly dataFolder: string
  readonly platform: NodeJS.Platform
  readonly secrets: Pick<TaskSecrets, 'mask'>
}

const BEGIN_MS = 1_500
/** Of the time, so that what was found by then still comes in time. */
const ENOUGH = 0.8
const MAX_FIELDS = 20
const MAX_CHARACTERS = 100

/** What the service itself sees to change from the beginning of a task to its end. */
export class ChangesWatch {
  readonly #deps: ChangesWatchDeps
  readonly #begun: Promise<void>
  #began = 0
  #files: FileList | undefined
  #windows: readonly ActiveWindow[] | undefined
  readonly #fields = new Map<string, TaskChanges['fields'][number]>()
  readonly #submitted: string[] = []
  readonly #approved: string[] = []

  constructor(deps: ChangesWatchDeps) {
    this.#deps = deps
    this.#begun = this.#begin()
  }

  /** Nothing may be done before: it would not be seen as a change. */
  begun(): Promise<void> {
    return this.#begun
  }

  async #begin(): Promise<void> {
    const [files, windows] = await Promise.all([
      this.#looksAtFiles ? within(BEGIN_MS, listFiles(this.#looking(BEGIN_MS * ENOUGH))) : undefined,
      within(BEGIN_MS, this.#readWindows()),
    ])
    this.#files = files
    this.#windows = windows
    // The next one: what was written in this one may have been before it.
    this.#began = Date.now() + 1
  }

  /** macOS would ask the person about each of these folders. */
  get #looksAtFiles(): boolean {
    return this.#deps.platform !== 'darwin'
  }

  #looking(ms: number) {
    const { home, dataFolder } = this.#deps
    return { home, ignored: [dataFolder], ms }
  }

  async #readWindows(): Promise<readonly ActiveWindow[] | undefined> {
    return this.#deps.driver.windows?.()
  }

  /** Told of each action. */
  note(done: Done): void {
    if (done.kind !== 'done' || !done.seen) return
    const place = this.#words(done.seen.window?.title ?? '')
    this.#noteFilled(done, done.seen, place)
    this.#notePressed(done, done.seen, place)
  }

  #noteFilled({ performed, secrecy }: Done, { target, focused }: Seen, place: string): void {
    const { typed, chosen } = performed ?? {}
    const isSecret = secrecy !== 'no'
    if (typed) this.#noteTyped(typed, { element: editable(focused, target), place, isSecret })
    if (chosen !== undefined && target)
      this.#noteField({ field: this.#nameOf(target), window: place, value: this.#words(chosen) })
  }

  #notePressed({ record }: Done, { target, focused }: Seen, place: string): void {
    if (record.action === 'PRESS_KEY' && isReturnIn(focused, record.args['key']))
      this.#noteSubmitted(`Return in ${this.#nameOf(editable(focused))}`, place)
    if (record.action.startsWith('CLICK') && target && sendsOff(target))
      this.#noteSubmitted(`"${this.#words(target.name)}"`, place)
  }

  #noteTyped(
    { text, value, submitted }: Typed,
    { element, place, isSecret }: { element: AccessibleElement | null; place: string; isSecret: boolean },
  ): void {
    const field = this.#nameOf(element)
    this.#noteField({ field, window: place, value: isSecret ? MASK : this.#words(value ?? text) })
    if (submitted) this.#noteSubmitted(`Return in ${field}`, place)
  }

  noteApproved(title: string): void {
    this.#approved.push(title)
  }

  #noteField(field: TaskChanges['fields'][number]): void {
    const key = JSON.stringify([field.window, field.field])
    if (this.#fields.has(key) || this.#fields.size < MAX_FIELDS) this.#fields.set(key, field)
  }

  #noteSubmitted(what: string, window: string): void {
    this.#submitted.push(window === '' ? what : `${what} in "${window}"`)
  }

  /** So far. What can't be found out in time is left out. */
  async changes(ms: number): Promise<TaskChanges> {
    const until = performance.now() + ms
    await within(ms, this.#begun)
    const files = this.#files
    const left = Math.max(0, until - performance.now())
    const [changed, now] = await Promise.all([
      files ? within(left, filesChangedSince(files, this.#began, this.#looking(left * ENOUGH))) : undefined,
      within(left, this.#readWindows()),
    ])
    return {
      files: changed ? this.#masked(changed) : null,
      windows: this.#windows && now ? this.#windowsSince(this.#windows, now) : null,
      fields: [...this.#fields.values()],
      submitted: [...this.#submitted],
      approved: [...this.#approved],
    }
  }

  #masked(files: NonNullable<TaskChanges['files']>): NonNullable<TaskChanges['files']> {
    const shown = (paths: readonly string[]) => paths.map((path) => this.#words(path, 200))
    const { created, changed, deleted } = files
    return { ...files, created: shown(created), changed: shown(changed), deleted: shown(deleted) }
  }

  #windowsSince(then: readonly ActiveWindow[], now: readonly ActiveWindow[]): TaskChanges['windows'] {
    const beyond = (some: readonly ActiveWindow[], others: readonly ActiveWindow[]) =>
      some
        .filter(({ id }) => others.every((other) => other.id !== id))
        .map(({ title, className }) => this.#words(title.trim() === '' ? className : title))
    return { opened: beyond(now, then), closed: beyond(then, now) }
  }

  #nameOf(element: AccessibleElement | null): string {
    if (!element) return 'a field'
    return element.name.trim() === '' ? 'a field without a label' : `"${this.#words(element.name)}"`
  }

  /** Words of programs, as a person may read them. */
  #words(text: string, characters = MAX_CHARACTERS): string {
    return visibleText(inOneLine(this.#deps.secrets.mask(text), characters))
  }
}

const sending: ReadonlySet<RiskKind> = new Set(['submits', 'sends', 'pays'])

function sendsOff({ role, name }: AccessibleElement): boolean {
  return role.includes('button') && kindsOf(name).some((kind) => sending.has(kind))
}

function editable(...elements: readonly (AccessibleElement | null | undefined)[]): AccessibleElement | null {
  return elements.find((element) => element?.isEditable === true) ?? null
}

/** In a text of several lines it begins the next one. */
function isReturnIn(element: AccessibleElement | null | undefined, key: unknown): boolean {
  if (element?.isEditable !== true || element.states.includes('multi_line')) return false
  return typeof key === 'string' && /^(?:return|enter|kp_enter)$/i.test(key)
}
