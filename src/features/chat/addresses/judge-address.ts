import type { Loads } from '../../../contract/component.ts'

/** Addresses that a conversation may load without asking, as `URL.href` writes them. */
export interface KnownAddresses {
  has(href: string): boolean
}

export interface Judging {
  /** Whether the conversation has read what is private: then an address can carry it away. */
  readonly isPrivate: boolean
  readonly known: KnownAddresses
}

/** Paths of ours are resolved against it, so that `//host`, `/\host` and the like show that they are none. */
const OWN = 'http://own.invalid'

/**
 * Whether an address of an answer may be loaded before anybody has pressed anything. Only exact addresses count: a known
 * host can redirect, and every part of an address can carry data.
 */
export function mayLoad(address: string, loads: Loads, { isPrivate, known }: Judging): boolean {
  if (loads === 'script') return !isPrivate
  const url = URL.parse(address, OWN)
  if (!url) return false
  if (url.protocol === 'data:') return loads === 'picture' && /^data:image\//i.test(address)
  if (url.origin === OWN) return loads === 'data' ? !isPrivate || url.search === '' : isOwnFile(url)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (known.has(url.href)) return true
  return !isPrivate && !isThisMachine(url.hostname)
}

/** Files of ours, and no other path: what a path means is settled first, so that `%77idget` hides nothing. */
function isOwnFile({ pathname, search, hash }: URL): boolean {
  const path = decodedUntilStable(pathname)
  return search === '' && hash === '' && /^\/(uploads|assets)(\/[\w-][\w.-]*)+$/.test(path ?? '')
}

function decodedUntilStable(path: string): string | undefined {
  try {
    for (let now = path; ;) {
      const decoded = decodeURIComponent(now)
      if (decoded === now) return now
      now = decoded
    }
  } catch {
    return undefined
  }
}

/** Everything here answers whoever asks, and some of it fetches what the query says. */
function isThisMachine(hostname: string): boolean {
  return /^(127\.|0\.0\.0\.0$|\[::1?\]$|\[::ffff:7f|(.+\.)?localhost\.?$)/.test(hostname)
}

/**
 * An address as a person must see it: whole, its host as it is looked up (`xn--…`), and with nothing in it that is
 * invisible or turns the order of letters around.
 */
export function shownAddress(address: string): string {
  const href = URL.parse(address)?.href ?? address
  return href.replaceAll(/[^\x21-\x7E]/gu, (character) => {
    const code = character.codePointAt(0)!
    return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !/\p{Bidi_Control}/u.test(character)
      ? character
      : `\\u{${code.toString(16).toUpperCase()}}`
  })
}

/**
 * The addresses in what a person said. An address inside a longer one is none, and one without a scheme counts as the page
 * that a browser would open for it.
 */
export function addressesSaid(text: string): Set<string> {
  const words = text.split(/[\s<>"'`´“”„«»|]+/)
  const found = words.flatMap((word) => {
    const [bare = ''] = /[^([{].*/s.exec(word) ?? []
    const end = /[.,;:!?…]*[)\]}]*[.,;:!?…]*$/.exec(bare)!.index
    return [bare, bare.slice(0, end)].flatMap(hrefsOf)
  })
  return new Set(found)
}

function hrefsOf(word: string): string[] {
  if (/^https?:\/\//i.test(word)) return hrefOf(word)
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u.test(word) ? hrefOf(`https://${word}`) : []
}

function hrefOf(address: string): string[] {
  const href = URL.parse(address)?.href
  return href === undefined ? [] : [href]
}
