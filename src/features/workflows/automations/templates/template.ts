import type { AutomationDefinition } from '../schemas.ts'
import type { TemplateCategory } from './schemas.ts'

type Step = AutomationDefinition['steps'][number]

/** Which agent has the tools that templates use. */
const agents = {
  CALENDAR_LIST: 'calendar',
  COMPRESS_FILES: 'file_manager',
  COPY_FILE: 'file_manager',
  CREATE_FOLDER: 'file_manager',
  LIST_FILES: 'file_manager',
  MOVE_FILE: 'file_manager',
  SEARCH_FILES: 'file_manager',
  WRITE_FILE: 'file_manager',
  CREATE_DOCX: 'docx_handler',
  DOWNLOAD_ATTACHMENT: 'email',
  SEARCH_PDF: 'pdf_handler',
  APPEND_XLSX: 'xlsx_handler',
  WRITE_XLSX: 'xlsx_handler',
  NOTES: 'organizer',
  NOTIFY_USER: 'organizer',
  READING_LIST: 'organizer',
  TODO_LIST: 'organizer',
  SET_VALUES: 'flow',
  WAIT_FOR: 'flow',
} as const

export interface Template {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: TemplateCategory
  readonly definition: AutomationDefinition
}

type Draft = Omit<Template, 'definition'> &
  Omit<AutomationDefinition, 'name' | 'description' | 'inputs'> & {
    /** What a person chooses. A run that a trigger starts has the defaults, so each has one. */
    readonly inputs?: Readonly<Record<string, Input>>
  }

interface Input {
  readonly type: 'string' | 'number'
  readonly title: string
  readonly description?: string
  readonly default: string | number
  readonly minLength?: number
  readonly exclusiveMinimum?: number
}

/** An automation that only has to be saved, named as it is offered. */
export function template({ id, title, description, category, inputs, ...rest }: Draft): Template {
  const schema = inputs && { type: 'object', properties: inputs }
  const definition = { name: title, description, ...(schema && { inputs: schema }), ...rest }
  return { id, title, description, category, definition }
}

export function step(
  action: keyof typeof agents,
  {
    depends_on = [],
    ...rest
  }: Omit<Step, 'agent' | 'action' | 'depends_on'> & Partial<Pick<Step, 'depends_on'>>,
): Step {
  return { agent: agents[action], action, depends_on, ...rest }
}

export function textInput(title: string, value: string): Input {
  return { type: 'string', title, default: value, minLength: 1 }
}

export function folderInput(title: string, value: string): Input {
  return { ...textInput(title, value), description: 'A folder; ~ is your home folder' }
}

/**
 * Adds a row to a spreadsheet that is made with its first row. Looking into the folder first keeps a file that merely can't be
 * read from being taken for a missing one and replaced.
 */
export function rowSteps(row: Readonly<Record<string, string>>): Step[] {
  const path = '$inputs.folder/$inputs.file'
  return [
    step('CREATE_FOLDER', { id: 'folder', args: { path: '$inputs.folder' } }),
    step('LIST_FILES', {
      id: 'look',
      args: { path: '$inputs.folder', limit: 5_000 },
      depends_on: ['folder'],
    }),
    step('WRITE_XLSX', {
      id: 'create',
      args: { path, data: [row] },
      depends_on: ['look'],
      when: '$inputs.file not in $look.entries[*].name',
    }),
    step('APPEND_XLSX', {
      id: 'append',
      args: { path, data: [row] },
      depends_on: ['look'],
      when: '$inputs.file in $look.entries[*].name',
    }),
  ]
}
