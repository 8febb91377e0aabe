import { AppError } from '../../contract/errors.ts'
import { ContentTypes } from './content-types.ts'
import { relationshipsPart, relativeTarget, targetNames } from './part-names.ts'
import { appendChild, attribute, childrenNamed, escapeXml, parseXml, type XmlElement } from './xml-tree.ts'
import { ZipEditor, type OpenZipOptions } from './zip-editor.ts'

export interface Relationship {
  readonly id: string
  /** The whole type, e.g. `http://schemas.openxmlformats.org/officeDocument/2006/relationships/image`. */
  readonly type: string
  /** Its last word, which is the same in both dialects of the format: `image`. */
  readonly kind: string
  /** A part of the package, or an address outside when `external`. */
  readonly target: string
  readonly external: boolean
}

export interface XmlPart {
  readonly text: string
  readonly root: XmlElement
}

export const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypesPart = '[Content_Types].xml'
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** An Office file: parts, what kind each of them is, and what points to what. */
export class OoxmlPackage implements AsyncDisposable {
  readonly zip: ZipEditor
  readonly label: string
  readonly contentTypes: ContentTypes
  /** Part names are compared without regard to case. */
  readonly #names = new Map<string, string>()
  readonly #parsed = new Map<string, XmlPart>()

  constructor(zip: ZipEditor, parts: { label: string; contentTypes: string }) {
    this.zip = zip
    this.label = parts.label
    this.contentTypes = new ContentTypes(parts.contentTypes, parts.label)
    for (const name of zip.names()) this.#names.set(name.toLowerCase(), name)
  }

  static async open(path: string, options: OpenZipOptions & { label: string }): Promise<OoxmlPackage> {
    const zip = await ZipEditor.open(path, options)
    try {
      const name = zip.names().find((each) => each.toLowerCase() === contentTypesPart.toLowerCase())
      if (!name) {
        const kind = options.kind ?? 'an Office document'
        throw new AppError('unsupported_media_type', `${options.label} is a zip archive, but not ${kind}.`)
      }
      return new OoxmlPackage(zip, { label: options.label, contentTypes: await zip.readText(name) })
    } catch (error) {
      await zip.close()
      throw error
    }
  }

  parts(): string[] {
    return [...this.#names.values()]
  }

  /** The part's name as it is stored; undefined when there is no such part. */
  find(part: string): string | undefined {
    return this.#names.get(part.toLowerCase())
  }

  async xml(part: string): Promise<XmlPart> {
    const name = this.find(part)
    if (!name)
      throw new AppError('invalid_request', `${this.label} is damaged: its part "${part}" is missing.`)
    const known = this.#parsed.get(name)
    if (known) return known
    const text = await this.zip.readText(name)
    const parsed = { text, root: parseXml(text, this.label) }
    this.#parsed.set(name, parsed)
    return parsed
  }

  /** Replaces a part or adds one; `type` is needed for a new one. */
  write(part: string, content: string | Uint8Array, type?: string): void {
    const name = this.find(part) ?? part
    this.#names.set(name.toLowerCase(), name)
    this.#parsed.delete(name)
    this.zip.write(name, content)
    if (type !== undefined) this.contentTypes.set(name, type)
  }

  /** A copy of a part of another package (or of this one) under a new name; its relationships are not copied. */
  copyPart(other: OoxmlPackage, { from, to }: { from: string; to: string }): void {
    const name = other.find(from) ?? from
    this.zip.copyFrom(other.zip, { from: name, to })
    this.#names.set(to.toLowerCase(), to)
    const type = other.contentTypes.of(name)
    if (type !== undefined) this.contentTypes.set(to, type)
  }

  async relationships(part: string): Promise<Relationship[]> {
    const name = this.find(relationshipsPart(part))
    if (!name) return []
    const { root } = await this.xml(name)
    return childrenNamed(root, 'Relationship').map((each) => {
      const type = attribute(each, 'Type') ?? ''
      const target = attribute(each, 'Target') ?? ''
      const external = attribute(each, 'TargetMode') === 'External'
      return {
        id: attribute(each, 'Id') ?? '',
        type,
        kind: type.slice(type.lastIndexOf('/') + 1),
        target: external ? target : this.#resolved(part, target),
        external,
      }
    })
  }

  /** The one part of this kind that `part` points to. */
  async related(part: string, kind: string): Promise<string | undefined> {
    const found = (await this.relationships(part)).find((each) => each.kind === kind && !each.external)
    return found && this.find(found.target)
  }

  async addRelationship(
    part: string,
    { type, target, id }: { type: string; target: string; id?: string },
  ): Promise<string> {
    const used = new Set((await this.relationships(part)).map((each) => each.id))
    let number = used.size + 1
    while (used.has(`rId${number}`)) number += 1
    const newId = id ?? `rId${number}`
    await this.#appendRelationship(part, { id: newId, type, target: relativeTarget(part, target) })
    return newId
  }

  /** Writes the whole list, for a part that was just made. */
  writeRelationships(part: string, relationships: readonly Relationship[]): void {
    const lines = relationships.map((each) => {
      const target = each.external ? each.target : relativeTarget(part, each.target)
      return relationshipLine({ ...each, target })
    })
    this.write(
      relationshipsPart(part),
      `${xmlDeclaration}<Relationships xmlns="${relationshipsNamespace}">${lines.join('')}</Relationships>`,
    )
  }

  /** The first free name of the form `ppt/slides/slide7.xml`. */
  freeName(stem: string, extension: string): string {
    let number = 1
    while (this.#names.has(`${stem}${number}.${extension}`.toLowerCase())) number += 1
    return `${stem}${number}.${extension}`
  }

  async save(path: string, options: { signal?: AbortSignal } = {}): Promise<{ bytes: number }> {
    const types = this.contentTypes.changedText()
    if (types !== undefined) this.zip.write(this.find(contentTypesPart) ?? contentTypesPart, types)
    return this.zip.save(path, options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.zip.close()
  }

  #resolved(part: string, target: string): string {
    const names = targetNames(part, target)
    return names.map((name) => this.find(name)).find((name) => name !== undefined) ?? names[0]!
  }

  async #appendRelationship(
    part: string,
    relationship: { id: string; type: string; target: string },
  ): Promise<void> {
    const name = this.find(relationshipsPart(part))
    if (!name) {
      const line = relationshipLine({ ...relationship, external: false })
      const text = `${xmlDeclaration}<Relationships xmlns="${relationshipsNamespace}">${line}</Relationships>`
      this.write(relationshipsPart(part), text)
      return
    }
    const { text, root } = await this.xml(name)
    const colon = root.name.indexOf(':')
    const prefix = colon < 0 ? '' : root.name.slice(0, colon + 1)
    this.write(name, appendChild(text, root, relationshipLine({ ...relationship, external: false, prefix })))
  }
}

function relationshipLine(
  line: Pick<Relationship, 'id' | 'type' | 'target' | 'external'> & { prefix?: string },
): string {
  const mode = line.external ? ' TargetMode="External"' : ''
  return `<${line.prefix ?? ''}Relationship Id="${escapeXml(line.id)}" Type="${escapeXml(line.type)}" Target="${escapeXml(line.target)}"${mode}/>`
}
