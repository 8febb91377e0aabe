import { heading, inBrowser } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'drawing_canvas'> = ({ title = 'Drawing' }) => [heading(title), inBrowser]
