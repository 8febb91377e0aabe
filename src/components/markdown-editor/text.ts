import { markdown, heading, inBrowser } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'markdown_editor'> = ({ title, text }) => [
  heading(title),
  markdown(text),
  inBrowser,
]
