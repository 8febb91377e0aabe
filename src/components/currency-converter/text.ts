import { quiet, bold, list, sourceNote } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

const MAX_RATES = 12

export const describe: Description<'currency_converter'> = (
  { amount = 1, from, to },
  { figure },
  { base, date, rates, source },
) => {
  const wanted = Object.entries(rates).filter(([code]) => to === undefined || code === to)
  const given = `${figure(amount)} ${from ?? base} =`
  return [
    list(
      wanted.slice(0, MAX_RATES).map(([code, rate], index) => ({
        mark: index === 0 ? given : '',
        spans: [bold(figure(amount * rate, { decimals: 2 })), ` ${code}`],
      })),
      { empty: 'No rate is known.' },
    ),
    quiet(`Rates of ${date}`),
    sourceNote(source),
  ]
}
