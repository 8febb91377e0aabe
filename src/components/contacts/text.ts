import { headline, entries } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'contacts'> = ({ title, id }, _context, { contacts = [] }) =>
  entries(
    title ?? id,
    contacts.map(({ name, organization = [], emails = [], phones = [] }) => [
      headline(name, [organization, emails, phones].flat().join(', ')),
    ]),
  )
