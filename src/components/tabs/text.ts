import { heading, column, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'tabs'> = ({ tabs }, { inner }) => [
  column(tabs.map(({ label, children }) => [heading(`▸ ${label}`), inset(column(inner(children)))])),
]
