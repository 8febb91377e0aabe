import { quiet, link } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'link'> = ({ url, label, description }) => [
  link(label, url),
  quiet(description),
]
