import { headline } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'breathing'> = ({
  inhale_s = 4,
  hold_s = 4,
  exhale_s = 4,
  rest_s = 4,
  cycles = 6,
  label = 'Breathing',
}) => {
  const parts = Object.entries({ in: inhale_s, hold: hold_s, out: exhale_s, rest: rest_s })
  const steps = parts.filter(([, seconds]) => seconds > 0).map(([name, seconds]) => `${name} ${seconds} s`)
  const often = cycles === 1 ? 'once' : `${cycles} times`
  return [headline(label, [...(steps.length > 0 ? [steps.join(' → ')] : []), often].join(', '))]
}
