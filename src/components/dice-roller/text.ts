import { headline } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import { rollDice, totalOf } from './roll.ts'

export const describe: Description<'dice_roller'> = (
  { count = 1, sides = 6, modifier = 0, label = `${count}d${sides}` },
  { randomBelow },
) => {
  const roll = rollDice({ count, sides, modifier }, randomBelow)
  const added = modifier === 0 ? '' : ` ${modifier > 0 ? '+' : '−'} ${Math.abs(modifier)}`
  const parts = count === 1 && modifier === 0 ? '' : `  (${roll.faces.join(' + ')}${added})`
  return [headline(label, `🎲 ${totalOf(roll)}${parts}`)]
}
