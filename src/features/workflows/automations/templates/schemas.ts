import { literals } from '../../../../contract/schema.ts'
import { Type } from '../../../../contract/type.ts'
import { AutomationDefinition } from '../schemas.ts'

const categories = [
  'files',
  'backups',
  'mail',
  'calendar',
  'news',
  'machine',
  'routines',
  'connections',
] as const
export type TemplateCategory = (typeof categories)[number]

export const AutomationTemplate = Type.Object(
  {
    id: Type.String({ description: 'Its name for programs, e.g. file-invoices' }),
    title: Type.String({ description: 'Its name for people' }),
    description: Type.String({ description: 'What it does, in a sentence or two' }),
    category: literals(categories, { description: 'What it is about' }),
    definition: AutomationDefinition,
  },
  { $id: 'AutomationTemplate', description: 'An automation that only has to be saved' },
)
