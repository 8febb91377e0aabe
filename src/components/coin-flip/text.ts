import { line, bold } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'coin_flip'> = (
  { count = 1, heads = 'Heads', tails = 'Tails' },
  { randomBelow },
) => {
  const flips = Array.from({ length: count }, () => (randomBelow(2) === 0 ? heads : tails))
  return [line('🪙 ', bold(flips.join(', ')))]
}
