const MAX_LENGTH = 200
const SECRET_NAME =
  /(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?)$/i

/** A command line to show: short, and without the passwords that people put on command lines. */
export function presentCommand(args: readonly string[]): string {
  const shown = args.map((argument, index) => mask(argument, args[index - 1]))
  const command = shown.join(' ').replaceAll(/\s+/g, ' ').trim()
  return command.length > MAX_LENGTH ? `${command.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : command
}

function mask(argument: string, before: string | undefined): string {
  if (before?.startsWith('-') && !argument.startsWith('-') && SECRET_NAME.test(before)) return '•••'
  const equals = argument.indexOf('=')
  if (equals > 0 && SECRET_NAME.test(argument.slice(0, equals))) return `${argument.slice(0, equals + 1)}•••`
  // scheme://user:password@host
  return argument.replaceAll(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1•••@')
}
