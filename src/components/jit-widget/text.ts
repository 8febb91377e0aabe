import { quiet, heading, inBrowser } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'jit_widget'> = ({ title, alt }) => [heading(title), quiet(alt), inBrowser]
