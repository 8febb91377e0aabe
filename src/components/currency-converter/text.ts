import { quiet, bold, list } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MAX_RATES = 12

export const describe: Description<'currency_converter'> = (
  { amount = 1, from, to },
  { figure, day },
  { base, date, rates },
) => {
  const wanted = Object.entries(rates).filter(([code]) => to === undefined || code === to)
  const given = `${figure(amount, { decimals: Number.isInteger(amount) ? 0 : 2 })} ${from ?? base} =`
  return [
    list(
      wanted.slice(0, MAX_RATES).map(([code, rate], index) => ({
        mark: index === 0 ? given : '',
        spans: [
          bold(figure(amount * rate, { decimals: amount * rate > 0 && amount * rate < 0.01 ? 6 : 2 })),
          ` ${code}`,
        ],
      })),
      { empty: 'No rate found' },
    ),
    quiet(`Rates of ${day(date)}`),
  ]
}
