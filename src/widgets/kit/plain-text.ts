/** What a page would show of some HTML, as plain text on one line. */
export function plainText(html: string): string {
  const withoutCode = html.replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi, ' ')
  const withoutTags = withoutCode
    .replaceAll(/<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|th|table|blockquote|hr|pre)\b[^>]*>/gi, ' ')
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
  return decodeEntities(withoutTags).replaceAll(/\s+/g, ' ').trim()
}

/** Plain text of at most so many characters, cut at a word. */
export function excerpt(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const cut = text.slice(0, maximum).toWellFormed()
  const lastBlank = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastBlank > maximum / 2 ? lastBlank : maximum).replace(/[\s\uFFFD]+$/, '')}…`
}

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named.get(entity) ?? whole
    const code = Number(entity.slice(1).replace(/^x/i, '0x'))
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
}

/** The names of the characters from 160 to 255, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const others: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  middot: '·',
  euro: '€',
  trade: '™',
  larr: '←',
  rarr: '→',
  minus: '−',
  prime: '′',
  Prime: '″',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '',
  zwj: '',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
}

const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, index) => [name, String.fromCodePoint(160 + index)] as const),
  ...Object.entries(others),
])
