import type { CommandOptions } from './command.ts'

/** What nearly every command takes. */
export const place = {
  home: { type: 'string', value: 'FOLDER', about: 'The data folder, instead of DESKHAND_HOME' },
  json: { type: 'boolean', about: 'Print data for scripts' },
} as const satisfies CommandOptions
