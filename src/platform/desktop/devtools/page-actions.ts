import { AppError } from '../../../contract/errors.ts'
import type { ChosenOption } from '../desktop-driver.ts'
import { gone } from '../accessibility/activation.ts'
import { DevToolsError } from './devtools-connection.ts'
import type { OpenPage } from './open-page.ts'

type Ask = OpenPage['ask']

interface Acted {
  readonly id: string
  readonly node: number
  readonly name: string
}

/** Whether a press at this place reaches the element, and nothing that lies over it. */
const IS_REACHED = `function (x, y) {
  const root = this.getRootNode()
  const at = (root.elementFromPoint ? root : document).elementFromPoint(x, y)
  return at !== null && (this === at || this.contains(at) || at.contains(this) ||
    [...(this.labels ?? [])].some((label) => label.contains(at)))
}`

/** Presses it in its middle, as a hand would. */
export async function press(ask: Ask, { id, node, name }: Acted): Promise<void> {
  await ask('DOM.scrollIntoViewIfNeeded', { backendNodeId: node })
  const { quads = [] } = (await ask('DOM.getContentQuads', { backendNodeId: node })) as {
    quads?: readonly (readonly number[])[]
  }
  const [quad] = quads
  if (!quad)
    throw new AppError('conflict', `The element ${id} ("${name}") is not on the screen. Scroll to it first.`)
  const x = (Math.min(quad[0]!, quad[6]!) + Math.max(quad[2]!, quad[4]!)) / 2
  const y = (Math.min(quad[1]!, quad[3]!) + Math.max(quad[5]!, quad[7]!)) / 2
  if ((await onNode(ask, { id, node }, { run: IS_REACHED, values: [x, y] })) !== true)
    throw new AppError(
      'conflict',
      `Something lies over the element ${id} ("${name}"). Take a screenshot to see it.`,
    )
  const at = { x, y, button: 'left', clickCount: 1 }
  await ask('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  await ask('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  await ask('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
}

const OPTIONS = `function () { return this.options ? [...this.options].map((one) => one.label.trim()) : null }`
const CHOSEN = `function () { return [...(this.selectedOptions ?? [])].map((one) => one.label.trim()) }`
const CHOOSE = `function (index) {
  this.selectedIndex = index
  this.dispatchEvent(new Event('input', { bubbles: true }))
  this.dispatchEvent(new Event('change', { bubbles: true }))
}`
const MAX_NAMED = 20

/** Chooses what a box offers, by its name. */
export async function choosePageOption(
  ask: Ask,
  { id, node }: Omit<Acted, 'name'>,
  wanted: string,
): Promise<ChosenOption> {
  const options = (await onNode(ask, { id, node }, { run: OPTIONS })) as string[] | null
  if (options === null)
    throw new AppError(
      'conflict',
      `The element ${id} tells no options. Click on it, and read the screen again.`,
    )
  const index = indexOf(options, wanted, id)
  const chosen = async () => (await onNode(ask, { id, node }, { run: CHOSEN })) as string[]
  if ((await chosen()).includes(options[index]!)) return { chosen: options[index]!, changed: false }
  await onNode(ask, { id, node }, { run: CHOOSE, values: [index] })
  if ((await chosen()).includes(options[index]!)) return { chosen: options[index]!, changed: true }
  throw new AppError(
    'conflict',
    `The element ${id} didn't take "${options[index]}". Click on it, then click on the option.`,
  )
}

export async function optionsOfNode(ask: Ask, node: number): Promise<string[]> {
  const options = await onNode(ask, { id: '', node }, { run: OPTIONS }).catch(() => null)
  return Array.isArray(options) ? (options as string[]).slice(0, 60) : []
}

function indexOf(options: readonly string[], wanted: string, id: string): number {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const names = options.map(plain)
  const exact = names.indexOf(plain(wanted))
  if (exact >= 0) return exact
  const parts = names.flatMap((name, index) => (name.includes(plain(wanted)) ? [index] : []))
  if (parts.length === 1) return parts[0]!
  const offered = options.slice(0, MAX_NAMED).map((name) => `"${name}"`)
  const none = parts.length === 0 ? 'no option' : 'several options'
  throw new AppError(
    'not_found',
    `The element ${id} has ${none} "${wanted}". It offers ${offered.join(', ')}.`,
  )
}

/** Calls a function of ours on a node. It runs apart from the page's own scripts, which can't change what it uses. */
export async function onNode(
  ask: Ask,
  { id, node }: { readonly id: string; readonly node: number },
  { run: functionDeclaration, values = [] }: { readonly run: string; readonly values?: readonly unknown[] },
): Promise<unknown> {
  const executionContextId = await ownWorld(ask)
  const { object } = (await ask('DOM.resolveNode', { backendNodeId: node, executionContextId }).catch(
    (error: unknown) => {
      throw error instanceof DevToolsError ? gone(id, error) : error
    },
  )) as { object: { objectId: string } }
  const { result } = (await ask('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration,
    arguments: values.map((value) => ({ value })),
    returnByValue: true,
  })) as { result: { value?: unknown } }
  return result.value
}

/** A world of its own in the page: the same nodes, and none of the page's names. */
export async function ownWorld(ask: Ask): Promise<number> {
  const { frameTree } = (await ask('Page.getFrameTree', {})) as { frameTree: { frame: { id: string } } }
  const place = { frameId: frameTree.frame.id, worldName: 'deskhand' }
  return Number((await ask('Page.createIsolatedWorld', place))['executionContextId'])
}
