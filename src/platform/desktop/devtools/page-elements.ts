import type { AccessibleElement, Area } from '../desktop-driver.ts'
import { PASSWORD } from '../accessibility/roles.ts'
import type { PageNode } from './page-nodes.ts'
import { roleOf, unsaid } from './page-roles.ts'

/** How a page's view lies on the screen. */
export interface PageView {
  /** Null where nobody tells the places of windows. */
  readonly area: Area | null
  /** Pixels of the screen for one of the page. */
  readonly scale: number
  readonly width: number
  readonly height: number
}

export type PageElement = Omit<AccessibleElement, 'id' | 'window'>

/** A node in the words by which all elements are told. */
export function elementOfNode(node: PageNode, view: PageView): PageElement {
  const { name, value, properties, isPassword, box } = node
  const isReadOnly = properties['readonly'] === true
  const isEditable = typeof properties['editable'] === 'string' && !isReadOnly && node.role !== 'StaticText'
  const isPressable = 'pressed' in properties
  const role = roleOf(node.role, { isPassword, isPressable })
  return {
    role,
    name: name.trim(),
    text: role === PASSWORD || (value === '' && !isEditable) ? null : value,
    states: statesOf(node, { isEditable, isShown: isInView(node, view) }),
    area: box && onScreen(box, view),
    isPassword,
    isEditable,
  }
}

export function isInView({ box }: PageNode, { width, height }: PageView): boolean {
  if (!box || box.width < 1 || box.height < 1) return false
  return box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0
}

/** Whether it says something that nothing around it or beside it has said already. */
export function isWorthTelling(node: PageNode, labels: ReadonlySet<string>): boolean {
  const { role, name, properties, parent } = node
  if (role === 'StaticText') return name.trim() !== '' && !labels.has(labelOf(name)) && !isSaidAround(node)
  if (role === 'option' && isInClosedBox(parent)) return false
  if (properties['focusable'] === true) return true
  return !unsaid.has(role) && name.trim() !== ''
}

/** The names of the fields of a page: the words beside them are the same. */
export function labelsIn(nodes: readonly PageNode[]): Set<string> {
  return new Set(
    nodes
      .filter(({ role, properties }) => role !== 'StaticText' && properties['focusable'] === true)
      .map(({ name }) => labelOf(name))
      .filter((label) => label !== ''),
  )
}

function labelOf(name: string): string {
  return name.trim().replace(/\s*:$/, '')
}

function isSaidAround({ name, parent }: PageNode): boolean {
  for (let at = parent; at !== null && at.role !== 'RootWebArea'; at = at.parent)
    if (at.name.includes(name.trim()) || at.value.includes(name.trim())) return true
  return false
}

function isInClosedBox(parent: PageNode | null): boolean {
  for (let at = parent; at !== null; at = at.parent)
    if (at.role === 'combobox') return at.properties['expanded'] !== true
  return false
}

function statesOf(
  { properties: has, box }: PageNode,
  { isEditable, isShown }: { isEditable: boolean; isShown: boolean },
): string[] {
  const isMixed = has['checked'] === 'mixed' || has['pressed'] === 'mixed'
  const when: Readonly<Record<string, boolean>> = {
    enabled: has['disabled'] !== true,
    sensitive: has['disabled'] !== true,
    focusable: has['focusable'] === true,
    focused: has['focused'] === true,
    checkable: 'checked' in has,
    checked: has['checked'] === true || has['checked'] === 'true',
    pressed: has['pressed'] === true || has['pressed'] === 'true',
    indeterminate: isMixed,
    expandable: 'expanded' in has,
    expanded: has['expanded'] === true,
    selected: has['selected'] === true,
    required: has['required'] === true,
    read_only: has['readonly'] === true,
    invalid_entry: 'invalid' in has && has['invalid'] !== 'false',
    editable: isEditable,
    multi_line: has['multiline'] === true,
    modal: has['modal'] === true,
    visible: box !== null,
    showing: isShown,
  }
  return Object.keys(when).filter((name) => when[name])
}

function onScreen({ x, y, width, height }: Area, { area, scale }: PageView): Area | null {
  if (!area) return null
  return {
    x: Math.round(area.x + x * scale),
    y: Math.round(area.y + y * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  }
}
