/** How people of several languages call what nobody else may read. */
const passwordNames =
  'pass(?:word|wort|code|phrase|wd|key)?|pwd|passwords|kennwort|zugangscode|mot de passe|contraseña|clave|senha|palavra-passe|parola(?: d.ordine)?|wachtwoord|hasło|пароль|密码|密碼|パスワード|비밀번호'
const keyNames =
  'secret|(?:api|access|recovery|licen[cs]e|private)[ _-]?keys?|(?:access|api|bearer|auth) ?tokens?|tokens?|geheimnis'
const pinNames =
  'pins?|otp|tan|cvv|cvc|(?:security|verification|access|one-time|2fa|door|unlock|sms)[ -]?codes?'
const boundary = { before: String.raw`(?<![\p{L}\p{N}])`, after: String.raw`(?![\p{L}\p{N}])` }

const named = (names: string) => `${boundary.before}(?:${names})${boundary.after}`
/** Whether a text speaks of a password, as a label, a sentence or the title of a window. */
export const speaksOfPassword = new RegExp(named(`${passwordNames}|${keyNames}|${pinNames}`), 'iu')

/** What may stand between the name and the value: "the password for the shop is", "password:", "set it to". */
const link = String.raw`(?:\s+(?:for|of|to|on|at|für|von)(?:\s+[\p{L}\p{N}.@'-]+){1,4}?)?\s*(?:is|are|was|being|should be|to|as|ist|lautet|auf|est|es|é|è|jest|[:=]|->|→|是|は)\s*`
const quoted = String.raw`"([^"\n]{1,200})"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«([^»\n]{1,200})»|‘([^’\n]{1,200})’|'([^'\n]{1,200})'|${'`'}([^${'`'}\n]{1,200})${'`'}`
const word = String.raw`([^\s"“”„«»${'`'}]+)`
/** Of a phrase all words belong to it. */
const phrase = String.raw`([^\n.,;"“”]+?)(?=\s+(?:and|then|und|dann|et|y)\s|[.,;\n]|$)`

const told = (names: string, value: string) =>
  new RegExp(`${named(names)}(?:${link}|\\s+)(?:${value})`, 'giu')
const linked = new RegExp(`${named(`${passwordNames}|${keyNames}`)}${link}(?:${quoted}|${word})`, 'giu')
const quotedAfter = told(`${passwordNames}|${keyNames}`, quoted)
const quotedBefore = new RegExp(
  `(?:${quoted})\\s+(?:as|is|for|als|ist)\\s+(?:(?:the|my|your|its|das|mein)\\s+)?${named(`${passwordNames}|${keyNames}`)}`,
  'giu',
)
const plainAfter = new RegExp(`${named(passwordNames)}\\s+${word}`, 'giu')
const phraseAfter = new RegExp(`${named('pass ?phrase')}${link}${phrase}`, 'giu')
const pinAfter = new RegExp(String.raw`${named(pinNames)}[^\p{N}\n]{0,16}(\p{N}[\p{N} -]{2,10}\p{N})`, 'giu')
const signsIn =
  /(?<!\p{L})(?:log(?:ged|ging)?[ -]?(?:in|on|into)|sign(?:ed|ing)?[ -]?(?:in|on|into)|login|credentials|anmelden|einloggen|melde|connecte|iniciar sesión|entrar|accedi|unlock)(?!\p{L})/iu

/** They follow such a name without being one: "type the password into the field". */
const ordinary = new Set(
  'a again als an and are as asked at auf be before box but button by can change changes correctly das dem den der dialog die do does ein eine entry et field fields file for form from generator has here hint if in into is ist it its label länge length link manager managers may must not of on only optional or page policy prompt protected reset rules safe screen settings so storage store strength that the them then there this to too twice und until when which will window with you your'.split(
    ' ',
  ),
)

/**
 * What a text gives as a password, in the words of a person or a model: after its name, in quotes beside it, and, where
 * it is about signing in, whatever is written like one.
 */
export function secretsIn(text: string): string[] {
  const found = new Set<string>()
  const take = (pattern: RegExp, fits: (value: string) => boolean = () => true) => {
    for (const match of text.matchAll(pattern)) {
      const value = match.slice(1).find((part) => part !== undefined)
      const bare = value === undefined ? '' : trimmed(value)
      if (bare.length > 2 && fits(bare)) found.add(bare)
    }
  }
  take(quotedAfter)
  take(quotedBefore)
  take(phraseAfter, (value) => !ordinary.has(value.toLowerCase()))
  take(linked, (value) => !ordinary.has(value.toLowerCase()))
  take(plainAfter, (value) => !ordinary.has(value.toLowerCase()))
  take(pinAfter)
  if (signsIn.test(text) || speaksOfPassword.test(text))
    for (const [part] of text.matchAll(/[^\s"“”„«»`]+/gu))
      partsOf(trimmed(part))
        .filter((value) => looksLikePassword(value))
        .forEach((value) => found.add(value))
  return [...found]
}

/** The same in the words of a model, which speaks of passwords without telling them: what is written like one. */
export function secretsInWords(text: string): string[] {
  return secretsIn(text).filter((value) => looksLikePassword(value))
}

/** `ada:secret` and `ada/secret` are a name and a secret; an address and a path have no such parts. */
function partsOf(written: string): string[] {
  return notSecret.test(written) ? [] : [written, ...written.split(/[:/]/)]
}

/** Without the marks that end a sentence or close a quotation. */
function trimmed(value: string): string {
  return value.replaceAll(/^[('"“”‘’]+|[)'"“”‘’.,;:]+$/gu, '').trim()
}

const notSecret =
  /^(?:https?|file|ftp|mailto):|^[~./]|^www\.|@[\p{L}\p{N}-]+\.\p{L}|^[\p{L}\p{N}.-]+\.(?:\p{L}{2,6}\d?)(?:[:/]|$)|^\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th|[ap]m|%|px|[kmgt]?i?b|ms|s|h|x)?$|^(?:localhost|\d+\.\d+\.\d+\.\d+)/iu

/** One word of several kinds of characters, as no language writes them, and no address, file, time or amount. */
export function looksLikePassword(value: string, { kinds: least = 2 } = {}): boolean {
  if (value.length < 5 || value.length > 100 || /\s/u.test(value) || notSecret.test(value)) return false
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}._'’-]/u].filter((one) =>
    one.test(value),
  )
  const isName = /^\p{Lu}?\p{Ll}+[?!]*$/u.test(value)
  return kinds.length >= least && !isName && (/\p{N}/u.test(value) || /[^\p{L}\p{N}._'’/-]/u.test(value))
}
