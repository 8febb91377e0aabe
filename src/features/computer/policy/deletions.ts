/** What a command line deletes, in words for whoever is asked about it. */
export interface Deletion {
  readonly isRecursive: boolean
  /** Empty where that cannot be told. */
  readonly targets: readonly string[]
}

/** Anywhere in a line, also inside of quotes and in what other programs are told to run. */
const recursive = [
  /(?<![\w.-])rm\b[^;|&\n]*\s(?:-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)(?![\w-])/,
  /(?<![\w.-])find\b[^;\n]*\s-(?:delete\b|exec(?:dir)?\s+(?:rm|shred|unlink)\b)/,
  /(?<![\w.-])git\b[^;|&\n]*\sclean\b[^;|&\n]*\s-[a-zA-Z]*[fdx]/,
  /(?<![\w.-])rsync\b[^;|&\n]*\s--delete/,
  /\brmtree\b|\brm_rf\b|\brimraf\b|\bremove_dir_all\b|\brmSync\b|\brm\(/,
  /(?<![\w.-])(?:gio\s+trash|trash(?:-put)?|kioclient\d?\s+move)\b/,
  /(?<![\w.-])xargs\b[^;\n]*\srm\b/,
]
const single = /(?<![\w.-])(?:rm|unlink|shred|rmdir)\s+\S/

export function deletionIn(command: string): Deletion | undefined {
  const plain = command.replaceAll(/["'\\]/g, '')
  const isRecursive = recursive.some((one) => one.test(plain))
  if (!isRecursive && !single.test(plain)) return undefined
  const words = /(?<![\w.-])(?:rm|rmdir|unlink|shred)\s+([^;|&\n]+)/.exec(command)?.[1] ?? ''
  const targets = (words.match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
    .map((word) => word.replaceAll(/^["']|["']$/g, ''))
    .filter((word) => !word.startsWith('-'))
  return { isRecursive, targets }
}

/** `deletes the folder Documents and everything in it` */
export function tellDeletion({ isRecursive, targets }: Deletion): string {
  if (targets.length === 0) return isRecursive ? 'deletes everything that it finds' : 'deletes files'
  const names = targets.slice(0, 3).map((target) => nameOf(target, isRecursive))
  const others = targets.length > 3 ? ` and ${targets.length - 3} more` : ''
  const what = `${names.join(', ')}${others}`
  return isRecursive
    ? `deletes ${what} and everything in ${targets.length === 1 ? 'it' : 'them'}`
    : `deletes ${what}`
}

function nameOf(target: string, isRecursive: boolean): string {
  if (/[*?[{$`]/.test(target)) return `all that fits ${target}`
  const parts = target.split('/').filter((part) => part !== '')
  const name = parts.at(-1) ?? '/'
  if (['~', '.', '..', '$HOME', '/'].includes(name)) return `the folder ${target}`
  return `${isRecursive ? 'the folder' : 'the file'} ${name}`
}
