import type { Wish } from '../wish.ts'
import { calendar } from './calendar.ts'
import { files } from './files.ts'
import { hostile } from './hostile.ts'
import { invoices } from './invoices.ts'
import { lists } from './lists.ts'
import { mail } from './mail.ts'
import { mailbox } from './mailbox.ts'
import { projects } from './projects.ts'
import { restraint } from './restraint.ts'
import { spreadsheets } from './spreadsheets.ts'
import { writing } from './writing.ts'

export const wishes: readonly Wish[] = [
  ...files,
  ...invoices,
  ...spreadsheets,
  ...writing,
  ...calendar,
  ...mail,
  ...mailbox,
  ...lists,
  ...projects,
  ...restraint,
  ...hostile,
]
