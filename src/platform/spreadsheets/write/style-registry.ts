import type { CellBorder, CellStyle } from './workbook.ts'
import { escapeXml, namespaces, xmlDeclaration } from '../xml-text.ts'

/** Formats that every reader knows by number, so that they need no entry of their own. */
const builtInFormats: Readonly<Record<string, number>> = {
  General: 0,
  '0': 1,
  '0.00': 2,
  '#,##0': 3,
  '#,##0.00': 4,
  '0%': 9,
  '0.00%': 10,
  '@': 49,
}
const firstOwnFormat = 164

/** Gives each distinct style a number while the sheets are written, and writes them all down at the end. */
export class StyleRegistry {
  // A style without a font name is drawn in a serif by LibreOffice, so every font says its own.
  readonly #fonts = new Numbered([fontXml({})])
  readonly #fills = new Numbered([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ])
  readonly #borders = new Numbered([borderXml({})])
  readonly #formats = new Numbered([])
  readonly #cells = new Numbered([cellXml({ format: 0, font: 0, fill: 0, border: 0 }, {})])
  readonly #differences = new Numbered([])
  readonly #quoted = new Map<number, number>()

  /** The number that a cell of this style carries. */
  idOf(style: CellStyle): number {
    const parts = {
      format: this.#formatId(style.format ?? 'General'),
      font: this.#fonts.idOf(fontXml(style)),
      fill: style.fill === undefined ? 0 : this.#fills.idOf(fillXml(style.fill)),
      border: this.#borders.idOf(borderXml(style.border ?? {})),
    }
    return this.#cells.idOf(cellXml(parts, style))
  }

  /**
   * The same style for text that looks like a formula: without the mark, Excel turns such text into a formula as soon as
   * somebody edits the cell.
   */
  quoted(id: number): number {
    const known = this.#quoted.get(id)
    if (known !== undefined) return known
    const quoted = this.#cells.idOf(this.#cells.list[id]!.replace('<xf ', '<xf quotePrefix="1" '))
    this.#quoted.set(id, quoted)
    return quoted
  }

  /** A fill that a condition puts over a cell's own style. */
  bandId(fill: string): number {
    return this.#differences.idOf(
      `<dxf><fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/><bgColor rgb="FF${fill}"/></patternFill></fill></dxf>`,
    )
  }

  toXml(): string {
    const formats = this.#formats.list.map(
      (code, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escapeXml(code)}"/>`,
    )
    return `${xmlDeclaration}<styleSheet xmlns="${namespaces.main}">${[
      formats.length === 0 ? '' : listXml('numFmts', formats),
      listXml('fonts', this.#fonts.list),
      listXml('fills', this.#fills.list),
      listXml('borders', this.#borders.list),
      listXml('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
      listXml('cellXfs', this.#cells.list),
      listXml('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
      listXml('dxfs', this.#differences.list),
    ].join('')}</styleSheet>`
  }

  #formatId(code: string): number {
    return builtInFormats[code] ?? firstOwnFormat + this.#formats.idOf(code)
  }
}

/** Distinct texts in order of first use. */
class Numbered {
  readonly list: string[]
  readonly #ids: Map<string, number>

  constructor(initial: readonly string[]) {
    this.list = [...initial]
    this.#ids = new Map(initial.map((text, id) => [text, id]))
  }

  idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.list.length)
    return this.list.push(text) - 1
  }
}

function listXml(tag: string, items: readonly string[]): string {
  return `<${tag} count="${items.length}">${items.join('')}</${tag}>`
}

function fontXml({ bold, italic, size = 11, color }: CellStyle): string {
  const shape = `${bold ? '<b/>' : ''}${italic ? '<i/>' : ''}<sz val="${size}"/>`
  const ink = color === undefined ? '<color theme="1"/>' : `<color rgb="FF${color}"/>`
  return `<font>${shape}${ink}<name val="Calibri"/><family val="2"/></font>`
}

function fillXml(color: string): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`
}

function borderXml({ color = 'BFBFBF', ...lines }: CellBorder): string {
  const sides = (['left', 'right', 'top', 'bottom'] as const).map((side) => {
    const line = lines[side]
    return line === undefined ? `<${side}/>` : `<${side} style="${line}"><color rgb="FF${color}"/></${side}>`
  })
  return `<border>${sides.join('')}<diagonal/></border>`
}

interface CellParts {
  readonly format: number
  readonly font: number
  readonly fill: number
  readonly border: number
}

function cellXml({ format, font, fill, border }: CellParts, style: CellStyle): string {
  const alignment = alignmentXml(style)
  const applied = [
    format !== 0 && ' applyNumberFormat="1"',
    font !== 0 && ' applyFont="1"',
    fill !== 0 && ' applyFill="1"',
    border !== 0 && ' applyBorder="1"',
    alignment !== '' && ' applyAlignment="1"',
  ].filter((text) => text !== false)
  const ids = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"`
  const open = `<xf ${ids}${applied.join('')}`
  return alignment === '' ? `${open}/>` : `${open}>${alignment}</xf>`
}

function alignmentXml({ align, vertical, wrap, indent }: CellStyle): string {
  const attributes = [
    align !== undefined && ` horizontal="${align}"`,
    vertical !== undefined && ` vertical="${vertical}"`,
    wrap && ' wrapText="1"',
    // Indentation has no effect on cells that are not aligned to a side.
    indent !== undefined && `${align === undefined ? ' horizontal="left"' : ''} indent="${indent}"`,
  ].filter((text) => typeof text === 'string')
  return attributes.length === 0 ? '' : `<alignment${attributes.join('')}/>`
}
