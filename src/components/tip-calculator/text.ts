import { quiet, facts } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import { digitsOf, sharesOf } from './share.ts'

export const describe: Description<'tip_calculator'> = (
  { bill, tip_percent = 15, people = 1, currency = 'EUR' },
  { money },
) => {
  if (bill === undefined) return [quiet('Say how much the bill is.')]
  const { tip, total, each } = sharesOf({ bill, percent: tip_percent, people }, digitsOf(currency))
  return [
    facts([
      { label: `Tip ${tip_percent} %`, value: money(tip, currency) },
      { label: 'Total', value: money(total, currency) },
      ...(people > 1 ? [{ label: `Each of ${people}`, value: money(each, currency) }] : []),
    ]),
  ]
}
