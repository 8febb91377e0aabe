import type { DeckThemeName } from './deck-theme-names.ts'
import { xmlDeclaration } from './slide-xml.ts'

/** The look of a deck that we make. */
export interface DeckTheme {
  readonly dark: string
  readonly light: string
  /** A deep and a pale shade of the main colour, for backgrounds. */
  readonly deep: string
  readonly pale: string
  readonly accents: readonly [string, string, string, string, string, string]
  /** Light text on a dark ground on every slide. */
  readonly isDark: boolean
  /** What lies behind the first slide and the headings of sections. */
  readonly cover: 'deep' | 'pale' | 'plain'
}

export const deckThemes: Readonly<Record<DeckThemeName, DeckTheme>> = {
  blue: theme({
    deep: '14375E',
    pale: 'E8F0F9',
    accents: ['1F6FB5', '2AA6C4', '7FB539', 'F2A33A', 'D9534F', '6C5FB0'],
  }),
  green: theme({
    deep: '1E4632',
    pale: 'E9F4EC',
    accents: ['2E8B57', '7CB342', '1B998B', 'E0A526', 'C8553D', '3D6FA3'],
  }),
  dark: {
    ...theme({
      deep: '10141C',
      pale: 'D8E1F0',
      accents: ['2F7FE0', '3DDBC3', 'FFC857', 'FF7A6B', 'B388FF', '8BC34A'],
    }),
    dark: '1B212C',
    isDark: true,
  },
  light: {
    ...theme({
      deep: '1F3864',
      pale: 'E4EAF5',
      accents: ['4472C4', '5B9BD5', '70AD47', 'ED9C3B', 'C0504D', '8064A2'],
    }),
    cover: 'pale',
  },
  purple: theme({
    deep: '3B1F5B',
    pale: 'F1EBF8',
    accents: ['7B3FA0', 'B565C9', '3F7CC0', '2BA697', 'E2A03F', 'D1495B'],
  }),
  rose: theme({
    deep: '6B1237',
    pale: 'FBEBF1',
    accents: ['BE2E63', 'E4739B', '8E5EA2', '3C91A6', 'E6A141', '6A994E'],
  }),
  orange: theme({
    deep: '6E2F0A',
    pale: 'FDF0E6',
    accents: ['C55A11', 'F0993A', 'B03A2E', '4F7CAC', '5E8C5A', '8C6BB1'],
  }),
  none: {
    ...theme({
      deep: '404040',
      pale: 'EEEEEE',
      accents: ['595959', '8C8C8C', '4472C4', 'ED7D31', '70AD47', 'FFC000'],
    }),
    dark: '000000',
    cover: 'plain',
  },
}

function theme(colors: Pick<DeckTheme, 'deep' | 'pale' | 'accents'>): DeckTheme {
  return { dark: '262B33', light: 'FFFFFF', isDark: false, cover: 'deep', ...colors }
}

/** Arial is on every machine, or a face of the same widths is, so that text wraps where it was meant to. */
const font = 'Arial'

export function themeXml(name: DeckThemeName): string {
  const { dark, light, deep, pale, accents } = deckThemes[name]
  const entry = (tag: string, color: string): string => `<a:${tag}><a:srgbClr val="${color}"/></a:${tag}>`
  const scheme = [
    entry('dk1', dark),
    entry('lt1', light),
    entry('dk2', deep),
    entry('lt2', pale),
    ...accents.map((color, index) => entry(`accent${index + 1}`, color)),
    entry('hlink', accents[0]),
    entry('folHlink', accents[5]),
  ].join('')
  const title = `Deskhand ${name}`
  const face = `<a:latin typeface="${font}"/><a:ea typeface=""/><a:cs typeface=""/>`
  return (
    `${xmlDeclaration}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="${title}"><a:themeElements>` +
    `<a:clrScheme name="${title}">${scheme}</a:clrScheme>` +
    `<a:fontScheme name="${title}"><a:majorFont>${face}</a:majorFont><a:minorFont>${face}</a:minorFont></a:fontScheme>` +
    `<a:fmtScheme name="${title}">${formatScheme}</a:fmtScheme></a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>`
  )
}

const solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const lines = [6350, 12_700, 19_050].map(
  (width) => `<a:ln w="${width}" cap="flat" cmpd="sng" algn="ctr">${solid}<a:prstDash val="solid"/></a:ln>`,
)
/** Flat: no gradients, no shadows. The format wants three of each. */
const formatScheme =
  `<a:fillStyleLst>${solid.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${lines.join('')}</a:lnStyleLst>` +
  `<a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${solid.repeat(3)}</a:bgFillStyleLst>`

/** "Medium Style 2 – Accent 1", spelled out, so that programs that do not know it by its number draw it too. */
export function tableStylesXml(): string {
  const id = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}'
  const border = (side: string, width = 12_700): string =>
    `<a:${side}><a:ln w="${width}" cmpd="sng"><a:solidFill><a:schemeClr val="lt1"/></a:solidFill></a:ln></a:${side}>`
  const accent = (tint?: number): string =>
    `<a:fill><a:solidFill><a:schemeClr val="accent1">${tint ? `<a:tint val="${tint}"/>` : ''}</a:schemeClr></a:solidFill></a:fill>`
  const band = `<a:tcStyle><a:tcBdr/>${accent(40_000)}</a:tcStyle>`
  const strong = (tag: string, borders: string): string =>
    `<a:${tag}><a:tcTxStyle b="on"><a:fontRef idx="minor"><a:prstClr val="black"/></a:fontRef><a:schemeClr val="lt1"/></a:tcTxStyle>` +
    `<a:tcStyle><a:tcBdr>${borders}</a:tcBdr>${accent()}</a:tcStyle></a:${tag}>`
  const borders = ['left', 'right', 'top', 'bottom', 'insideH', 'insideV']
    .map((side) => border(side))
    .join('')
  return (
    `${xmlDeclaration}<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="${id}">` +
    `<a:tblStyle styleId="${id}" styleName="Medium Style 2 - Accent 1"><a:wholeTbl><a:tcTxStyle><a:fontRef idx="minor"><a:prstClr val="black"/></a:fontRef><a:schemeClr val="dk1"/></a:tcTxStyle>` +
    `<a:tcStyle><a:tcBdr>${borders}</a:tcBdr>${accent(20_000)}</a:tcStyle></a:wholeTbl>` +
    `<a:band1H>${band}</a:band1H><a:band2H><a:tcStyle><a:tcBdr/></a:tcStyle></a:band2H><a:band1V>${band}</a:band1V><a:band2V><a:tcStyle><a:tcBdr/></a:tcStyle></a:band2V>` +
    `${strong('lastCol', '')}${strong('firstCol', '')}${strong('lastRow', border('top', 38_100))}${strong('firstRow', border('bottom', 38_100))}` +
    '</a:tblStyle></a:tblStyleLst>'
  )
}
