import type { Call } from '../wish.ts'

/** Short ways to write the calls of a script. */
export const list = (path: string): Call => ['LIST_FILES', { path }]
export const read = (path: string): Call => ['READ_FILE', { path }]
export const readPdf = (path: string): Call => ['READ_PDF', { path }]
export const readDocx = (path: string): Call => ['READ_DOCX', { path }]
export const readXlsx = (path: string): Call => ['READ_XLSX', { path }]
export const folder = (path: string): Call => ['CREATE_FOLDER', { path }]
export const move = (path: string, to: string): Call => ['MOVE_FILE', { path, to }]
export const remove = (path: string): Call => ['DELETE_FILE', { path }]
export const write = (path: string, content: string): Call => ['WRITE_FILE', { path, content }]
export const append = (path: string, content: string): Call => [
  'WRITE_FILE',
  { path, content, mode: 'append' },
]
export const edit = (path: string, before: string, after: string): Call => [
  'EDIT_FILE',
  { path, edits: [{ old: before, new: after }] },
]
export const writeXlsx = (path: string, data: readonly object[]): Call => ['WRITE_XLSX', { path, data }]
export const writeDocx = (path: string, markdown: string): Call => ['CREATE_DOCX', { path, markdown }]
export const events = (from: string, to: string): Call => ['CALENDAR_LIST', { from, to }]
export const addEvent = (title: string, start: string, more: object = {}): Call => [
  'CALENDAR_ADD',
  { title, start, ...more },
]
export const mail = (
  to: readonly string[],
  subject: string,
  letter: string | { body: string; attachments?: readonly string[]; cc?: readonly string[] },
): Call => ['SEND_EMAIL', { to, subject, ...(typeof letter === 'string' ? { body: letter } : letter) }]
/** What a model writes to show components. */
export const show = (...components: readonly object[]): string =>
  `\`\`\`components\n${JSON.stringify(components)}\n\`\`\``
