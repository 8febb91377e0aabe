import { column } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'column'> = ({ children }, { inner }) => [column(inner(children))]
