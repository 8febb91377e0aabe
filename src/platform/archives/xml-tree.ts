import { SaxesParser, type SaxesTagNS } from 'saxes'
import { AppError } from '../../contract/errors.ts'

/** An element with its place in the text, so that an edit is an insertion and leaves every other character alone. */
export interface XmlElement {
  readonly local: string
  readonly uri: string
  /** The name as written, with its prefix. */
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: XmlElement[]
  /** Character data directly inside, in one piece. */
  text: string
  readonly parent: XmlElement | undefined
  /** From `<` of the start tag to behind `>` of the end tag. */
  readonly start: number
  readonly contentStart: number
  contentEnd: number
  end: number
  readonly selfClosing: boolean
}

export interface XmlAttribute {
  readonly local: string
  readonly prefix: string
  readonly uri: string
  readonly value: string
}

const deepest = 256
const maxElements = 2_000_000

/** Parses a part of a document. Document types and entities are refused: no Office file has them, attacks do. */
export function parseXml(text: string, label: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true })
  let root: XmlElement | undefined
  let current: XmlElement | undefined
  let depth = 0
  let elements = 0
  const refuse = (reason: string): never => {
    throw new AppError('invalid_request', `${label} ${reason}`)
  }
  parser.on('doctype', () =>
    refuse("declares a document type, which no Office file needs, so it wasn't opened."),
  )
  parser.on('error', (error) => {
    throw new AppError('invalid_request', `${label} is damaged: part of it is not valid XML.`, {
      cause: error,
    })
  })
  parser.on('opentag', (tag) => {
    depth += 1
    elements += 1
    if (depth > deepest || elements > maxElements)
      refuse('is nested too deeply or has too many parts to open.')
    const element = elementOf(tag, { text, contentStart: parser.position, parent: current })
    if (current) current.children.push(element)
    else root = element
    current = element
  })
  parser.on('closetag', () => {
    depth -= 1
    if (!current) return
    current.end = parser.position
    current.contentEnd = current.selfClosing ? parser.position : text.lastIndexOf('<', parser.position - 1)
    current = current.parent
  })
  parser.on('text', (piece) => {
    if (current) current.text += piece
  })
  parser.on('cdata', (piece) => {
    if (current) current.text += piece
  })
  parser.write(text).close()
  return root ?? refuse('is damaged: part of it is empty.')
}

export function childrenNamed(element: XmlElement | undefined, local: string): XmlElement[] {
  return element ? element.children.filter((child) => child.local === local) : []
}

/** The element at the end of a path of local names, e.g. `['cSld', 'spTree']`. */
export function childAt(element: XmlElement | undefined, path: readonly string[]): XmlElement | undefined {
  let found = element
  for (const local of path) found = found?.children.find((child) => child.local === local)
  return found
}

/** All elements below, in document order. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child
    yield* descendants(child)
  }
}

/** An attribute without a prefix, or with any prefix of the namespace that ends in `uriEnd`. */
export function attribute(
  element: XmlElement | undefined,
  local: string,
  uriEnd?: string,
): string | undefined {
  return element?.attributes.find(
    (each) => each.local === local && (uriEnd === undefined ? each.prefix === '' : each.uri.endsWith(uriEnd)),
  )?.value
}

/** Declarations of those prefixes that do not already mean this at the place. */
export function missingDeclarations(place: XmlElement, wanted: Readonly<Record<string, string>>): string {
  return Object.entries(wanted)
    .filter(([prefix, uri]) => namespaceOf(place, prefix) !== uri)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`)
    .join('')
}

/** An element's own text with every namespace declared on it, fit for another document. */
export function standaloneText(text: string, element: XmlElement): string {
  const inherited = new Map<string, string>()
  for (let place = element.parent; place; place = place.parent) {
    for (const { prefix, local, value } of place.attributes) {
      const bound = prefix === 'xmlns' ? local : prefix === '' && local === 'xmlns' ? '' : undefined
      if (bound !== undefined && !inherited.has(bound)) inherited.set(bound, value)
    }
  }
  for (const { prefix, local } of element.attributes) {
    if (prefix === 'xmlns') inherited.delete(local)
    if (prefix === '' && local === 'xmlns') inherited.delete('')
  }
  const declarations = [...inherited].map(
    ([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${escapeXml(uri)}"`,
  )
  const afterName = element.start + 1 + element.name.length
  return text.slice(element.start, afterName) + declarations.join('') + text.slice(afterName, element.end)
}

/** Where the last child would go; a self-closing element must be opened first, see `appendChild`. */
export function appendChild(text: string, parent: XmlElement, child: string): string {
  if (!parent.selfClosing) return insertAt(text, parent.contentEnd, child)
  const open = text.slice(parent.start, parent.end).replace(/\s*\/>$/, '>')
  return text.slice(0, parent.start) + open + child + `</${parent.name}>` + text.slice(parent.end)
}

export function insertAt(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at)
}

/** Text for an element or a quoted attribute; characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function elementOf(
  tag: SaxesTagNS,
  place: { text: string; contentStart: number; parent: XmlElement | undefined },
): XmlElement {
  return {
    local: tag.local,
    uri: tag.uri,
    name: tag.name,
    attributes: Object.values(tag.attributes),
    children: [],
    text: '',
    parent: place.parent,
    // A raw `<` cannot stand in an attribute, so the nearest one to the left begins this tag.
    start: place.text.lastIndexOf('<', place.contentStart - 1),
    contentStart: place.contentStart,
    contentEnd: place.contentStart,
    end: place.contentStart,
    selfClosing: tag.isSelfClosing,
  }
}

function namespaceOf(place: XmlElement, prefix: string): string | undefined {
  for (let element: XmlElement | undefined = place; element; element = element.parent) {
    const bound = element.attributes.find((each) => each.prefix === 'xmlns' && each.local === prefix)
    if (bound) return bound.value
  }
  return undefined
}
