import type { Command } from './command.ts'
import { everydayCommands } from './everyday-commands.ts'
import { serviceCommands } from './service-commands.ts'
import { serviceCommand } from './service/declaration.ts'

/** Every command, in the order of the help page. */
export const commands: readonly Command[] = [...everydayCommands, ...serviceCommands, serviceCommand]
