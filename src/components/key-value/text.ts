import { heading, facts } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'key_value'> = ({ title, items }, { figure }) => [
  heading(title),
  facts(items.map(({ label, value, unit, tone }) => ({ label, value: figure(value, { unit }), tone }))),
]
