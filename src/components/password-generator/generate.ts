import { WORDS } from './words.ts'

export interface PasswordWish {
  readonly length: number
  readonly uppercase: boolean
  readonly digits: boolean
  readonly symbols: boolean
  readonly avoid_ambiguous: boolean
}

export interface Generated {
  readonly text: string
  /** How many bits an attacker who knows the rules must guess. */
  readonly bits: number
}

type Below = (limit: number) => number

const SETS = {
  lowercase: 'abcdefghijklmnopqrstuvwxyz',
  uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&()*+,-./:;<=>?@[]^_{}~',
}
const AMBIGUOUS = new Set('0O1lI5S2Z8B')

/** Every sign is drawn from all of them; one without a wanted kind is drawn anew, so that no place is predictable. */
export function newPassword(wish: PasswordWish, below: Below): Generated {
  const sets = wantedSets(wish)
  const all = sets.join('')
  for (;;) {
    const text = Array.from({ length: wish.length }, () => all[below(all.length)]!).join('')
    if (sets.every((set) => Array.from(set).some((sign) => text.includes(sign))))
      return { text, bits: wish.length * Math.log2(all.length) }
  }
}

function wantedSets(wish: PasswordWish): string[] {
  const names = [
    'lowercase',
    ...(['uppercase', 'digits', 'symbols'] as const).filter((name) => wish[name]),
  ] as const
  return names.map((name) =>
    Array.from(SETS[name])
      .filter((sign) => !wish.avoid_ambiguous || !AMBIGUOUS.has(sign))
      .join(''),
  )
}

export interface PassphraseWish {
  readonly words: number
  readonly uppercase: boolean
  readonly digits: boolean
}

/** Words with hyphens between them; a capital in each and a digit at the end for who is asked for them. */
export function newPassphrase({ words, uppercase, digits }: PassphraseWish, below: Below): Generated {
  const drawn = Array.from({ length: words }, () => WORDS[below(WORDS.length)]!)
  const written = drawn.map((word) => (uppercase ? word[0]!.toUpperCase() + word.slice(1) : word))
  const tail = digits ? [String(below(10))] : []
  return {
    text: [...written, ...tail].join('-'),
    bits: words * Math.log2(WORDS.length) + (digits ? Math.log2(10) : 0),
  }
}

export type Strength = 'weak' | 'fair' | 'strong' | 'very strong'

export function strengthOf(bits: number): Strength {
  if (bits < 45) return 'weak'
  if (bits < 64) return 'fair'
  return bits < 100 ? 'strong' : 'very strong'
}
