/** `more` goes on ("and London?"), `instead` corrects ("no, I meant Oslo"), `bare` and `to` only name another value ("in pounds"). */
export type Kind = 'more' | 'instead' | 'bare' | 'to'

export interface Fragment {
  readonly kind: Kind
  readonly text: string
  readonly isQuestion: boolean
  /** Whether it goes on with what is to be done: "and to call dad". */
  readonly isErrand?: boolean
}

/** Whether a message may go on from another one: only then it is worth looking at that one. */
export function mayFollowUp(message: string): boolean {
  return fragmentOf(message) !== undefined
}

const shapes: readonly (readonly [Kind, RegExp])[] = [
  [
    'instead',
    /^(?:(?:no|nope|sorry|oops|wait|oh|actually)[, ]+)*(?:(?:no|sorry)[, ]+)?(?:i (?:meant|mean|wanted)|make (?:it|that)|i should have said)(?: to say)?:? (?:for |in |to |into )?([^:]+)$/i,
  ],
  ['instead', /^(?:(?:no|nope|sorry),|oops,?) (?!i\b)(?:for |in |to |into |not .*?, )?([^:]+)$/i],
  ['more', /^(?:and|also|(?:and )?(?:what|how) about|and what of)(?: (?:for|in|to|into|on|at))? ([^:]+)$/i],
  ['bare', /^(?:in|into) ([^:]+)$/i],
  ['to', /^to ([^:]+)$/i],
  [
    'bare',
    /^(?:for |on )?((?:today|tonight|tomorrow|this (?:week|weekend|evening|afternoon)|next week|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))$/i,
  ],
]

export const MAX_FRAGMENT_LENGTH = 60

export function fragmentOf(message: string): Fragment | undefined {
  // Signs and spaces at its ends do not count, but many of them are no short message.
  if (message.length > 2 * MAX_FRAGMENT_LENGTH) return undefined
  const plain = plainOf(message)
  if (plain.length > MAX_FRAGMENT_LENGTH) return undefined
  for (const [kind, pattern] of shapes) {
    const text = pattern
      .exec(plain)?.[1]
      ?.replace(/ (?:instead|then|too|as well|please)$/i, '')
      .trim()
    if (text === undefined || text === '') continue
    return {
      kind,
      text,
      isQuestion: message.trim().endsWith('?'),
      isErrand: /^(?:and|also) to /i.test(plain),
    }
  }
  return undefined
}

export function plainOf(message: string): string {
  return message
    .trim()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!?]+$/, '')
}
