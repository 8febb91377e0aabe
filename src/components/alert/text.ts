import { markdown, quiet, boldLine, notice } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'alert'> = ({ title, text, tone = 'info', action_label }) => [
  notice(tone, [boldLine(title), markdown(text), quiet(action_label && `→ ${action_label}`)]),
]
