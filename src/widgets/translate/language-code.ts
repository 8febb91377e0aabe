import { AppError } from '../../contract/errors.ts'

/** The languages that have a code of two letters, and the variants that people ask for by name. */
const codes =
  'aa ab af ak am an ar as ay az ba be bg bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu ha he hi hr ht hu hy ia id ig is it iu ja jv ka kk km kn ko ku ky la lb lg ln lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn no ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr st su sv sw ta te tg th ti tk tl tn to tr ts tt ty ug uk ur uz ve vi wo xh yi yo zh zu pt-BR pt-PT en-GB en-US es-MX fr-CA zh-Hans zh-Hant'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

let byName: ReadonlyMap<string, string> | undefined

/** A language by its code or its English name, as a code. */
export function languageCode(given: string): string {
  const text = given.trim().replaceAll('_', '-')
  return codeOf(text) ?? named(text) ?? refuse(given)
}

/** `en` of `en-GB`. */
export function primaryOf(code: string): string {
  return code.toLowerCase().split('-')[0]!
}

/** Its English name, for a sentence. */
export function languageName(code: string): string {
  return codeOf(code) === undefined ? code : (names.of(code) ?? code)
}

function codeOf(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text)) return undefined
  try {
    const [code] = Intl.getCanonicalLocales(text)
    return code !== undefined && names.of(code) !== undefined ? code : undefined
  } catch {
    return undefined
  }
}

function named(text: string): string | undefined {
  byName ??= new Map(codes.split(' ').map((code) => [names.of(code)?.toLowerCase() ?? code, code]))
  return byName.get(text.toLowerCase())
}

function refuse(given: string): never {
  throw new AppError(
    'invalid_request',
    `"${given}" is not a language. Use a code, e.g. de or pt-BR, or an English name, e.g. German.`,
  )
}
