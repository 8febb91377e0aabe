import { SaxesParser } from 'saxes'
import { AppError } from '../../../contract/errors.ts'

/** An element of a WebDAV answer. Names are without their prefix: the vocabularies have none in common that matter. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  text: string
}

const MAX_ELEMENTS = 500_000
const MAX_DEPTH = 50

export function parseXml(text: string): XmlNode {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  let elements = 0
  parser.on('error', (error) => {
    throw unreadable(error.message)
  })
  parser.on('doctype', () => {
    throw unreadable('it declares a document type')
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw unreadable('it is too large')
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ local, value }) => [local, value]),
    )
    const node: XmlNode = { name: tag.local, attributes, children: [], text: '' }
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  const keep = (piece: string) => {
    const node = open.at(-1)
    if (node) node.text += piece
  }
  parser.on('text', keep)
  parser.on('cdata', keep)
  parser.write(text).close()
  if (!root) throw unreadable('it is empty')
  return root
}

/** The first element of a path below this one. */
export function within(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    node,
  )
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? []
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function unreadable(reason: string): AppError {
  return new AppError('upstream_failed', `Can't read the calendar server's answer: ${reason}.`)
}
