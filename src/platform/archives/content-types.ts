import { attribute, childrenNamed, escapeXml, parseXml, type XmlElement } from './xml-tree.ts'
import { extensionOf } from './part-names.ts'

/** `[Content_Types].xml`: which kind every part is. New lines are collected and spliced in once. */
export class ContentTypes {
  readonly #text: string
  readonly #root: XmlElement
  readonly #defaults = new Map<string, string>()
  readonly #overrides = new Map<string, string>()
  readonly #removed = new Set<string>()
  #addedDefaults = ''
  #addedOverrides = new Map<string, string>()

  constructor(text: string, label: string) {
    this.#text = text
    this.#root = parseXml(text, label)
    for (const each of childrenNamed(this.#root, 'Default')) {
      this.#defaults.set(
        (attribute(each, 'Extension') ?? '').toLowerCase(),
        attribute(each, 'ContentType') ?? '',
      )
    }
    for (const each of childrenNamed(this.#root, 'Override')) {
      this.#overrides.set(overrideKey(each), attribute(each, 'ContentType') ?? '')
    }
  }

  of(part: string): string | undefined {
    return this.#overrides.get(part.toLowerCase()) ?? this.#defaults.get(extensionOf(part))
  }

  /** Makes sure that the part is of this type: by its extension for media, by its own line for everything else. */
  set(part: string, type: string): void {
    if (this.of(part) === type) return
    const extension = extensionOf(part)
    if (!this.#defaults.has(extension) && isMediaType(type)) {
      this.#defaults.set(extension, type)
      this.#addedDefaults += `<${this.#prefix()}Default Extension="${escapeXml(extension)}" ContentType="${escapeXml(type)}"/>`
      return
    }
    this.remove(part)
    this.#overrides.set(part.toLowerCase(), type)
    this.#addedOverrides.set(
      part.toLowerCase(),
      `<${this.#prefix()}Override PartName="/${escapeXml(part)}" ContentType="${escapeXml(type)}"/>`,
    )
  }

  remove(part: string): void {
    const key = part.toLowerCase()
    this.#overrides.delete(key)
    if (!this.#addedOverrides.delete(key)) this.#removed.add(key)
  }

  /** The file with what was added and without what was removed; undefined when nothing changed. */
  changedText(): string | undefined {
    const gone = childrenNamed(this.#root, 'Override').filter((each) => this.#removed.has(overrideKey(each)))
    if (this.#addedDefaults === '' && this.#addedOverrides.size === 0 && gone.length === 0) return undefined
    const added = this.#addedDefaults + [...this.#addedOverrides.values()].join('')
    let text = this.#text.slice(0, this.#root.contentStart)
    let at = this.#root.contentStart
    for (const each of gone) {
      text += this.#text.slice(at, each.start)
      at = each.end
    }
    if (!this.#root.selfClosing)
      return (
        text + this.#text.slice(at, this.#root.contentEnd) + added + this.#text.slice(this.#root.contentEnd)
      )
    return `${text.replace(/\s*\/>$/, '>')}${added}</${this.#root.name}>`
  }

  #prefix(): string {
    const colon = this.#root.name.indexOf(':')
    return colon < 0 ? '' : this.#root.name.slice(0, colon + 1)
  }
}

function overrideKey(element: XmlElement): string {
  return (attribute(element, 'PartName') ?? '').replace(/^\//, '').toLowerCase()
}

function isMediaType(type: string): boolean {
  return /^(image|audio|video)\//.test(type)
}
