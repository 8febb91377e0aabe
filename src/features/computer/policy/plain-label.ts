/**
 * The ways in which a person may read a label: as it is written, without what is not seen, and with letters that only look
 * like others read as those. Whoever names a button may do it to get past a list of words.
 */
export function readingsOf(label: string): readonly string[] {
  const seen = label.normalize('NFKC').replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
  const folded = seen
    .toLowerCase()
    .replaceAll(/[^\n -~]/gu, (letter) => lookAlikes.get(letter) ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
  return [...new Set([seen, folded, digitsAsLetters(folded), unspaced(folded)])]
}

const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic, Greek and a few others, each after the Latin letter that it looks like.
    ['aаαɑ', 'bвβь', 'cсϲ', 'dԁ', 'eеεє', 'gɡ', 'hһнη', 'iіιı', 'jј', 'kкκ', 'lӏ', 'mм', 'nոп', 'oоοօσ'],
    ['pрρ', 'qԛ', 'rгṟ', 'sѕ', 'tтτ', 'uυս', 'vνѵ', 'wԝω', 'xхχ', 'yуγү', 'zᴢ'],
  ]
    .flat()
    .flatMap(([latin, ...others]) => others.map((other) => [other, latin!] as const)),
)

function digitsAsLetters(label: string): string {
  const letters: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'l',
    3: 'e',
    5: 's',
    $: 's',
    '@': 'a',
    '|': 'l',
  }
  return label.replaceAll(/(?<=\p{L})[0135$@|]|[0135$@|](?=\p{L})/gu, (sign) => letters[sign] ?? sign)
}

/** `d e l e t e` */
function unspaced(label: string): string {
  return label.replaceAll(/(?<!\S)(?:\S[ .·_-]){2,}\S(?!\S)/gu, (word) => word.replaceAll(/[ .·_-]/g, ''))
}
