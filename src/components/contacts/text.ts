import { headline, entries } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'contacts'> = ({ title, id }, _context, { contacts = [] }) =>
  entries(
    title ?? id,
    contacts.map(({ name, emails = [], phones = [] }) => [headline(name, [...emails, ...phones].join(', '))]),
  )
