import { heading, inBrowser, plain } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'mcp_app'> = ({ title, server, text }) => [
  heading(title ?? server),
  ...(text === undefined || text.trim() === '' ? [plain(`Shown by an app of ${server}.`)] : [plain(text)]),
  inBrowser,
]
