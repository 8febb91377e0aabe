import { markdown, heading, column, inset } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'form'> = (
  { title, text, children, submit_label = 'Send' },
  { inner },
) => [heading(title), markdown(text), inset(column(inner(children))), { kind: 'button', label: submit_label }]
