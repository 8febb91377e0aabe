import { closestName } from './terminal/closest-name.ts'
import type { Command, CommandOptions, Verb } from './command.ts'
import { commands } from './commands.ts'
import { exitCode } from './exit-codes.ts'
import type { Terminal } from './terminal/terminal.ts'

/** `help`, `help COMMAND` and `help COMMAND VERB`. */
export function help(words: readonly string[], terminal: Terminal): number {
  const [topic, verb] = words.filter((word) => !word.startsWith('-'))
  const command = commands.find(({ name }) => name === topic)
  if (command) return helpFor(command, verb, terminal)
  if (topic !== undefined) return unknownCommand(topic, terminal)
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary])
  terminal.result(
    commands.map(({ name, usage, summary }) => ({ name, usage, summary })),
    () =>
      [
        `${terminal.style('bold', 'deskhand')} – a local agent service`,
        '',
        terminal.table(['Commands', ''], rows, { wrapLast: true }),
        '',
        `deskhand "what's the weather in Oslo" asks a single question, "deskhand chat" begins a conversation.`,
        '"deskhand COMMAND --help" says more. --json prints data for scripts, --home chooses the data folder.',
      ].join('\n'),
  )
  return exitCode.ok
}

export function helpFor(command: Command, verbName: string | undefined, terminal: Terminal): number {
  const verb = command.verbs?.find(({ name }) => name === verbName)
  return verb ? helpForVerb(command, verb, terminal) : helpForCommand(command, terminal)
}

function helpForCommand(command: Command, terminal: Terminal): number {
  const { name, usage, summary, options } = command
  const verbs: readonly Verb[] = command.verbs ?? []
  const rows = verbs.map((verb) => [`  ${verb.usage.replace(/^deskhand \S+ /, '')}`, verb.summary])
  terminal.result({ name, usage, summary, verbs: verbs.map(toData), options }, () =>
    [
      `${summary}.`,
      '',
      `Usage: ${usage}`,
      ...(rows.length > 0 ? ['', terminal.table(['Verbs', ''], rows, { wrapLast: true })] : []),
      '',
      flagTable(options, terminal),
      ...(rows.length > 0 ? ['', `"deskhand ${name} VERB --help" says more.`] : []),
    ].join('\n'),
  )
  return exitCode.ok
}

function helpForVerb(command: Command, verb: Verb, terminal: Terminal): number {
  const options = { ...verb.options, ...command.options }
  terminal.result({ ...toData(verb), options }, () =>
    [`${verb.summary}.`, '', `Usage: ${verb.usage}`, '', flagTable(options, terminal)].join('\n'),
  )
  return exitCode.ok
}

function toData({ name, usage, summary, options = {} }: Verb) {
  return { name, usage, summary, options }
}

function flagTable(options: CommandOptions, terminal: Terminal): string {
  const rows = Object.entries(options).map(([option, { short, value, about }]) => [
    `  ${short ? `-${short}, ` : '    '}--${option}${value ? ` ${value}` : ''}`,
    about,
  ])
  return terminal.table(['Flags', ''], rows, { wrapLast: true })
}

export function unknownCommand(name: string, terminal: Terminal): number {
  const closest = closestName(
    name,
    commands.map((command) => command.name),
  )
  terminal.problem(
    name.startsWith('-')
      ? `Put the command before its flags, for example "deskhand status ${name}".`
      : `Unknown command "${name}". ${closest ? `Did you mean "${closest}"?` : `"deskhand ask ${name}" asks about it.`} "deskhand help" lists them.`,
  )
  return exitCode.usage
}
