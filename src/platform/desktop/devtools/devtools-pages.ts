import { AppError } from '../../../contract/errors.ts'
import type { AccessibleElement, ActiveWindow, ChosenOption, ElementList, Point } from '../desktop-driver.ts'
import { gone } from '../accessibility/activation.ts'
import type { NamedObject } from '../accessibility/element-ids.ts'
import type { FocusedField } from '../accessibility/focused-field.ts'
import { isUsable } from '../accessibility/roles.ts'
import { DevToolsError } from './devtools-connection.ts'
import { OpenPages, type OpenPage } from './open-page.ts'
import { choosePageOption, onNode, optionsOfNode, ownWorld, press } from './page-actions.ts'
import { elementOfNode, isInView, isWorthTelling, labelsIn } from './page-elements.ts'
import { nodesAround, readNode, readPage, type PageNode } from './page-nodes.ts'
import { roleOf } from './page-roles.ts'

const OWNER = 'devtools '
const MAX_ELEMENTS = 600
/** Only of what is likely to be chosen from soon. */
const MAX_BOXES = 40
const MAX_TEXT_LENGTH = 2_000

export interface DevToolsPagesDeps {
  /** Whether the user wants browsers to be asked this way. */
  readonly allowsDevTools?: (() => boolean) | undefined
  readonly activeWindow: () => Promise<ActiveWindow | null>
}

type NameOf = (object: NamedObject) => string

/** What the page in front tells over DevTools, for a browser that tells nothing of it otherwise. */
export class DevToolsPages {
  readonly #deps: DevToolsPagesDeps
  readonly #pages = new OpenPages()

  constructor(deps: DevToolsPagesDeps) {
    this.#deps = deps
  }

  /** Whether an element is one of a page. */
  owns({ reference }: NamedObject): boolean {
    return reference.owner.startsWith(OWNER)
  }

  /** The list, with what is in the page that it knows nothing of. */
  async complete<List extends ElementList>(
    list: List,
    {
      nameOf,
      beyond,
      signal,
    }: {
      nameOf: NameOf
      beyond?: ((words: string) => boolean) | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<List> {
    if (!lacksPage(list)) return list
    const front = await this.#front(signal)
    if (!front) return list
    const { page, window } = front
    const nodes = await this.#asked(() => readPage(page.ask))
    if (!nodes) return list
    const labels = labelsIn(nodes)
    const worth = nodes.filter((node) => isWorthTelling(node, labels))
    const shown = worth.filter((node) => isInView(node, page.view))
    const hidden = beyond
      ? worth.filter((node) => !isInView(node, page.view) && beyond(`${node.name} ${node.value}`))
      : []
    const told = [...shown, ...hidden].slice(0, MAX_ELEMENTS)
    const elements = await this.#elementsOf(told, { page, window, nameOf })
    return {
      ...list,
      elements: [...list.elements.filter(({ role }) => role !== 'document web'), ...elements],
      degraded: false,
      isUnfinished: false,
      left: (list.left ?? 0) + shown.length + hidden.length - told.length,
    }
  }

  /** As it is now. */
  async element(id: string, object: NamedObject, signal?: AbortSignal): Promise<AccessibleElement> {
    const { page, node } = await this.#known(id, object, signal)
    const found = await this.#asked(() => readNode(page.ask, node))
    if (!found) throw gone(id)
    const [element] = await this.#elementsOf([found], { page, window: object.window, nameOf: () => id })
    return element!
  }

  async press(id: string, object: NamedObject, signal?: AbortSignal): Promise<void> {
    const element = await this.element(id, object, signal)
    if (!element.states.includes('enabled'))
      throw new AppError('conflict', `The element ${id} ("${element.name}") is disabled by its application.`)
    const { page, node } = await this.#known(id, object, signal)
    await press(page.ask, { id, node, name: element.name })
  }

  async choose(
    id: string,
    object: NamedObject,
    { wanted, signal }: { readonly wanted: string; readonly signal?: AbortSignal | undefined },
  ): Promise<ChosenOption> {
    const { page, node } = await this.#known(id, object, signal)
    return choosePageOption(page.ask, { id, node }, wanted)
  }

  /** What has the keyboard in the page in front; null where that is nothing of it. */
  async focused(nameOf: NameOf, signal?: AbortSignal): Promise<AccessibleElement | null> {
    const node = await this.#focusedNode(signal)
    if (!node) return null
    const [element] = await this.#elementsOf([node.found], { ...node, nameOf })
    return element ?? null
  }

  /** What the focused field of the page in front holds. */
  async field(signal?: AbortSignal): Promise<FocusedField | null> {
    const focused = await this.#focusedNode(signal)
    if (!focused) return null
    const { page, found } = focused
    const told = (await onNode(page.ask, { id: '', node: found.id }, { run: FIELD }).catch(
      () => null,
    )) as Omit<FocusedField, 'isPassword'> | null
    if (!told) return null
    const { isPassword } = found
    const isWhole = told.value !== null && told.value.length < MAX_TEXT_LENGTH
    return { ...told, value: isPassword || !isWhole ? null : told.value, isPassword }
  }

  /** The button by which the form of a field is sent. */
  async defaultButton(
    object: NamedObject,
    nameOf: NameOf,
    signal?: AbortSignal,
  ): Promise<AccessibleElement | null> {
    const { page, node } = await this.#known('', object, signal)
    return this.#elementBy(page, { window: object.window, nameOf }, () =>
      objectOn(page, node, DEFAULT_BUTTON),
    )
  }

  /** What a click at this place of the screen would reach, in the page of this window. */
  async at(point: Point, nameOf: NameOf, signal?: AbortSignal): Promise<AccessibleElement | null> {
    const front = await this.#front(signal)
    const area = front?.page.view.area
    if (!front || !area || !contains(area, point)) return null
    const { page, window } = front
    const { scale } = page.view
    const place = { x: Math.floor((point.x - area.x) / scale), y: Math.floor((point.y - area.y) / scale) }
    const hit = await this.#asked(() =>
      page.ask('DOM.getNodeForLocation', { ...place, includeUserAgentShadowDOM: false }),
    )
    if (!hit) return null
    const around = (await this.#asked(() => nodesAround(page.ask, Number(hit['backendNodeId'])))) ?? []
    const plain = { isPassword: false, isPressable: false }
    const usable = around.find(({ role }) => isUsable(roleOf(role, plain))) ?? around[0]
    return this.#elementBy(page, { window: window.title, nameOf }, async () => usable?.id ?? null)
  }

  close(): Promise<void> {
    return this.#pages.close()
  }

  async #elementBy(
    page: OpenPage,
    named: { readonly window: string | null; readonly nameOf: NameOf },
    find: () => Promise<number | null>,
  ): Promise<AccessibleElement | null> {
    const id = await this.#asked(find)
    const node = id === null ? null : await this.#asked(() => readNode(page.ask, id))
    if (!node) return null
    const [element] = await this.#elementsOf([node], { page, ...named })
    return element ?? null
  }

  async #focusedNode(signal?: AbortSignal) {
    const front = await this.#front(signal)
    if (!front) return null
    const { page, window } = front
    const node = await this.#asked(() => focusedIn(page))
    const found = node === null ? null : await this.#asked(() => readNode(page.ask, node))
    return found && { page, window: window.title, found }
  }

  async #front(signal?: AbortSignal): Promise<{ page: OpenPage; window: ActiveWindow } | null> {
    if (this.#deps.allowsDevTools?.() !== true) return null
    const window = await this.#deps.activeWindow()
    const page = window && (await this.#pages.of(window, signal))
    return page && { page, window }
  }

  async #known(
    id: string,
    { reference: { owner, path } }: NamedObject,
    signal?: AbortSignal,
  ): Promise<{ page: OpenPage; node: number }> {
    const front = await this.#front(signal)
    // Only in front: keys and hands reach nothing else, and no page is used that nobody sees.
    if (!front || OWNER + front.page.key !== owner) throw gone(id)
    return { page: front.page, node: Number(path) }
  }

  async #elementsOf(
    nodes: readonly PageNode[],
    { page, window, nameOf }: { page: OpenPage; window: ActiveWindow | string | null; nameOf: NameOf },
  ): Promise<AccessibleElement[]> {
    const title = typeof window === 'string' || window === null ? window : window.title
    let boxes = 0
    return Promise.all(
      nodes.map(async (node) => {
        const told = elementOfNode(node, page.view)
        const reference = { owner: OWNER + page.key, path: String(node.id) }
        const isBox = told.role === 'combo box' && (boxes += 1) <= MAX_BOXES
        const options = isBox ? await optionsOfNode(page.ask, node.id) : []
        return {
          id: nameOf({ reference, window: title }),
          ...told,
          window: title,
          ...(options.length > 0 && { options }),
        }
      }),
    )
  }

  /** What a browser refuses, or a page that is just going, is told as if there were nothing. */
  async #asked<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DevToolsError) return null
      throw error
    }
  }
}

const FIELD = `function () {
  if (typeof this.value !== 'string') {
    return this.isContentEditable ? { value: this.innerText, selected: { start: 0, end: 0 } } : null
  }
  const end = this.value.length
  return { value: this.value, selected: { start: this.selectionStart ?? end, end: this.selectionEnd ?? end } }
}`

const DEFAULT_BUTTON = `function () {
  const form = this.form ?? this.closest('form')
  return form?.querySelector('button:not([type]), button[type=submit], input[type=submit], input[type=image]') ?? null
}`

/** The innermost, for a part of a page may have a focus of its own. */
const FOCUSED = `(() => {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at === document.body ? null : at
})()`

async function focusedIn(page: OpenPage): Promise<number | null> {
  const contextId = await ownWorld(page.ask)
  const { result } = (await page.ask('Runtime.evaluate', { expression: FOCUSED, contextId })) as {
    result: { objectId?: string }
  }
  return nodeOf(page, result.objectId)
}

async function objectOn(page: OpenPage, node: number, functionDeclaration: string): Promise<number | null> {
  const executionContextId = await ownWorld(page.ask)
  const { object } = (await page.ask('DOM.resolveNode', { backendNodeId: node, executionContextId })) as {
    object: { objectId: string }
  }
  const { result } = (await page.ask('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration,
  })) as { result: { objectId?: string } }
  return nodeOf(page, result.objectId)
}

async function nodeOf(page: OpenPage, objectId: string | undefined): Promise<number | null> {
  if (objectId === undefined) return null
  const { node } = (await page.ask('DOM.describeNode', { objectId })) as { node: { backendNodeId: number } }
  return node.backendNodeId
}

/** Nothing is told of what is in the page; a window without any page has none that could be asked for. */
function lacksPage({ elements }: ElementList): boolean {
  const page = elements.find(({ role }) => role === 'document web')
  const area = page?.area
  if (!area) return true
  return !elements.some((one) => one !== page && one.area && contains(area, middleOf(one.area)))
}

function middleOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function contains(area: { x: number; y: number; width: number; height: number }, { x, y }: Point): boolean {
  return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
}
