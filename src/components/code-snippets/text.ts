import { boldLine, entries } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'code_snippets'> = ({ title, id }, _context, { snippets = [] }) =>
  entries(
    title ?? id,
    snippets.map(({ title: name, code }) => [boldLine(name), { kind: 'code', code }]),
  )
