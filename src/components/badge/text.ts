import { line, toned } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'badge'> = ({ text, tone = 'neutral' }) => [
  line(tone === 'neutral' ? `[${text}]` : toned(tone, `● ${text}`)),
]
