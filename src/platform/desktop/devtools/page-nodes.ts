import type { Area } from '../desktop-driver.ts'
import type { Result } from './devtools-connection.ts'

type Ask = (method: string, params: object) => Promise<Result>

/** A node of a page as its browser understands it. */
export interface PageNode {
  /** By which its browser knows it. */
  readonly id: number
  readonly role: string
  readonly name: string
  readonly value: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly isPassword: boolean
  /** In pixels of the page's view; null where it has no box. */
  readonly box: Area | null
  /** What it lies in. */
  readonly parent: PageNode | null
}

interface TreeNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly value?: { readonly value: unknown }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly childIds?: readonly string[]
  readonly parentId?: string
  readonly backendDOMNodeId?: number
}

/** All of a page in its own order, from one picture of its tree and one of its boxes. */
export async function readPage(ask: Ask): Promise<PageNode[]> {
  const [tree, drawn] = await Promise.all([
    ask('Accessibility.getFullAXTree', {}),
    ask('DOMSnapshot.captureSnapshot', { computedStyles: [] }),
  ])
  const layout = layoutOf(drawn)
  const nodes = tree['nodes'] as readonly TreeNode[]
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const found: PageNode[] = []
  const follow = (node: TreeNode | undefined, parent: PageNode | null) => {
    if (!node) return
    const own = node.ignored ? null : nodeOf(node, { parent, ...layout })
    if (own) found.push(own)
    for (const child of node.childIds ?? []) follow(byId.get(child), own ?? parent)
  }
  follow(nodes[0], null)
  return found
}

/** One of them as it is now. */
export async function readNode(ask: Ask, id: number): Promise<PageNode | null> {
  const [{ nodes }, { node }] = (await Promise.all([
    ask('Accessibility.getPartialAXTree', { backendNodeId: id, fetchRelatives: false }),
    ask('DOM.describeNode', { backendNodeId: id }),
  ])) as [{ nodes?: readonly TreeNode[] }, { node?: Described }]
  const [told] = nodes ?? []
  if (!told || !node) return null
  const box = await ask('DOM.getBoxModel', { backendNodeId: id }).then(boxIn, () => null)
  const passwords = new Set(isPassword(node.nodeName, node.attributes ?? []) ? [id] : [])
  const boxes = new Map(box ? [[id, box]] : [])
  return nodeOf({ ...told, backendDOMNodeId: id }, { parent: null, boxes, passwords })
}

/** A node and what it lies in, from the inside out. */
export async function nodesAround(ask: Ask, id: number): Promise<{ id: number; role: string }[]> {
  const { nodes } = (await ask('Accessibility.getPartialAXTree', {
    backendNodeId: id,
    fetchRelatives: true,
  })) as unknown as { nodes: readonly TreeNode[] }
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const around: { id: number; role: string }[] = []
  let at = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === id)
  while (at) {
    if (!at.ignored && at.role && at.backendDOMNodeId !== undefined)
      around.push({ id: at.backendDOMNodeId, role: at.role.value })
    at = at.parentId === undefined ? undefined : byId.get(at.parentId)
  }
  return around
}

interface Described {
  readonly nodeName: string
  readonly attributes?: readonly string[]
}

interface Layout {
  readonly boxes: ReadonlyMap<number, Area>
  readonly passwords: ReadonlySet<number>
}

function nodeOf(
  { backendDOMNodeId: id, role, name, value, properties = [] }: TreeNode,
  { parent, boxes, passwords }: Layout & { readonly parent: PageNode | null },
): PageNode | null {
  if (id === undefined || role === undefined) return null
  return {
    id,
    role: role.value,
    name: name?.value ?? '',
    // What somebody types into a password field is nobody's business, not even when it comes as dots.
    value: passwords.has(id) ? '' : wordsOf(value?.value),
    properties: Object.fromEntries(properties.map((one) => [one.name, one.value.value])),
    isPassword: passwords.has(id),
    box: boxes.get(id) ?? null,
    parent,
  }
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}

interface Snapshot {
  readonly strings: readonly string[]
  readonly documents: readonly {
    readonly scrollOffsetX?: number
    readonly scrollOffsetY?: number
    readonly nodes: {
      readonly backendNodeId: readonly number[]
      readonly nodeName: readonly number[]
      readonly attributes: readonly (readonly number[])[]
    }
    readonly layout: {
      readonly nodeIndex: readonly number[]
      readonly bounds: readonly (readonly number[])[]
    }
  }[]
}

/** Of the page itself: what is in its frames comes with other places, which cannot be told from it. */
function layoutOf(drawn: Result): Layout {
  const { strings, documents } = drawn as unknown as Snapshot
  const [page] = documents
  if (!page) return { boxes: new Map(), passwords: new Set() }
  const { nodes, layout, scrollOffsetX: left = 0, scrollOffsetY: top = 0 } = page
  const boxes = new Map<number, Area>()
  for (const [at, node] of layout.nodeIndex.entries()) {
    const [x = 0, y = 0, width = 0, height = 0] = layout.bounds[at]!
    boxes.set(nodes.backendNodeId[node]!, { x: x - left, y: y - top, width, height })
  }
  const passwords = new Set<number>()
  for (const [node, name] of nodes.nodeName.entries()) {
    const attributes = nodes.attributes[node]!.map((one) => strings[one] ?? '')
    if (isPassword(strings[name] ?? '', attributes)) passwords.add(nodes.backendNodeId[node]!)
  }
  return { boxes, passwords }
}

/** Attributes come as names with their values behind them. */
function isPassword(nodeName: string, attributes: readonly string[]): boolean {
  if (nodeName !== 'INPUT') return false
  return attributes.some(
    (name, at) => at % 2 === 0 && name === 'type' && attributes[at + 1]?.toLowerCase() === 'password',
  )
}

function boxIn({ model }: Result): Area | null {
  const { border = [] } = (model ?? {}) as { border?: readonly number[] }
  if (border.length !== 8) return null
  const xs = border.filter((_, at) => at % 2 === 0)
  const ys = border.filter((_, at) => at % 2 === 1)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
