import { backupTemplates } from './backups.ts'
import { calendarTemplates } from './calendar.ts'
import { fileTemplates } from './files.ts'
import { machineTemplates } from './machine.ts'
import { mailTemplates } from './mail.ts'
import { newsTemplates } from './news.ts'
import { connectionTemplates, routineTemplates } from './routines.ts'
import type { Template } from './template.ts'

/** Automations that people want, by category. */
export const automationTemplates: readonly Template[] = [
  ...fileTemplates,
  ...backupTemplates,
  ...mailTemplates,
  ...calendarTemplates,
  ...newsTemplates,
  ...machineTemplates,
  ...routineTemplates,
  ...connectionTemplates,
]
