import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ArchiveLimits } from '../archives/archive-limits.ts'
import { OoxmlPackage, type XmlPart } from '../archives/ooxml-package.ts'
import { attribute, childAt, childrenNamed } from '../archives/xml-tree.ts'
import { dialectOfNamespace, relationshipType, type Dialect } from './dialect.ts'
import { emu, type Size } from './geometry.ts'
import { namedPath } from '../files/held.ts'

/** A slide's line in the list that gives the order of the show. */
export interface SlideEntry {
  readonly id: number
  readonly relationshipId: string
  readonly part: string
}

export interface OpenPresentationOptions {
  readonly limits?: ArchiveLimits
}

const kind = 'a PowerPoint presentation (.pptx)'

export async function openPresentation(
  path: string,
  options: OpenPresentationOptions = {},
): Promise<Presentation> {
  const label = `"${basename(namedPath(path))}"`
  const pack = await OoxmlPackage.open(path, { kind, label, ...options })
  try {
    return await Presentation.of(pack)
  } catch (error) {
    await pack[Symbol.asyncDispose]()
    throw error
  }
}

/** An open presentation. Slides are asked for in the order of the show, which is not that of their file names. */
export class Presentation implements AsyncDisposable {
  readonly pack: OoxmlPackage
  /** Name of the part that lists the slides. */
  readonly part: string
  readonly dialect: Dialect

  private constructor(pack: OoxmlPackage, { part, dialect }: { part: string; dialect: Dialect }) {
    this.pack = pack
    this.part = part
    this.dialect = dialect
  }

  static async of(pack: OoxmlPackage): Promise<Presentation> {
    const part = await pack.related('', 'officeDocument')
    if (!part)
      throw new AppError('invalid_request', `${pack.label} is damaged: it doesn't say what it contains.`)
    const type = pack.contentTypes.of(part) ?? ''
    if (!type.includes('presentation')) {
      throw new AppError('unsupported_media_type', `${pack.label} is ${whatTypeIs(type)}, not ${kind}.`)
    }
    const { root } = await pack.xml(part)
    const dialect = dialectOfNamespace(root.uri)
    if (!dialect || root.local !== 'presentation') {
      throw new AppError('invalid_request', `${pack.label} is damaged: its list of slides is unreadable.`)
    }
    return new Presentation(pack, { part, dialect })
  }

  get label(): string {
    return this.pack.label
  }

  async slides(): Promise<SlideEntry[]> {
    const { root } = await this.xml()
    const targets = new Map((await this.pack.relationships(this.part)).map((each) => [each.id, each.target]))
    return childrenNamed(childAt(root, ['sldIdLst']), 'sldId').map((each) => {
      const relationshipId = attribute(each, 'id', '/relationships') ?? ''
      return { id: Number(attribute(each, 'id')), relationshipId, part: targets.get(relationshipId) ?? '' }
    })
  }

  /** The slide with this number, counted from 1 in the order of the show. */
  async slide(number: number): Promise<SlideEntry> {
    const slides = await this.slides()
    const found = slides[number - 1]
    if (found) {
      if (!this.pack.find(found.part)) {
        throw new AppError(
          'invalid_request',
          `${this.label} is damaged: slide ${number} is missing from the file.`,
        )
      }
      return found
    }
    const count = slides.length === 1 ? 'only 1 slide' : `${slides.length || 'no'} slides`
    const hint = slides.length > 1 ? ` Choose a number from 1 to ${slides.length}.` : ''
    throw new AppError('invalid_request', `No slide ${number}: ${this.label} has ${count}.${hint}`)
  }

  async size(): Promise<Size> {
    const element = childAt((await this.xml()).root, ['sldSz'])
    const width = Number(attribute(element, 'cx'))
    const height = Number(attribute(element, 'cy'))
    return width > 0 && height > 0 ? { width, height } : { width: emu(10), height: emu(7.5) }
  }

  xml(): Promise<XmlPart> {
    return this.pack.xml(this.part)
  }

  /** Adds a relationship of one of the format's own kinds and returns its id. */
  relate(from: string, { kind, to }: { kind: string; to: string }): Promise<string> {
    return this.pack.addRelationship(from, { type: relationshipType(this.dialect, kind), target: to })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pack[Symbol.asyncDispose]()
  }
}

function whatTypeIs(type: string): string {
  if (type.includes('wordprocessing')) return 'a Word document'
  if (type.includes('spreadsheet')) return 'an Excel workbook'
  return 'another kind of Office file'
}
