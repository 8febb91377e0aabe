/** What a command line deletes, in words for whoever is asked about it. */
export interface Deletion {
  /** Whether it takes whole folders, or all that something finds. */
  readonly isRecursive: boolean
  readonly effect: 'deletes' | 'trashes' | 'empties the trash'
  /** Empty where that cannot be told. */
  readonly targets: readonly string[]
}

/** As a word of its own, also with a path before it. */
const program = (names: string) => String.raw`(?<![\w.-])(?:${names})(?![\w.-])`
/** The rest of one command, up to where it names the program again: what is read twice takes too long in a long line. */
const restOf = (name: string) => String.raw`(?:(?!\s${name}\s)[^;|&\n])*`
const deleters = program('s?rm|unlink|shred|rmdir|wipe|gvfs-rm|gio\\s+remove')
const trashers = program('gio\\s+trash|gvfs-trash|trash|trash-put|kioclient\\d?\\s+move')
const either = `(?:${deleters}|${trashers})`

/** How the libraries of programming languages call it. */
const calls = [
  String.raw`(?<![a-z])(?:rm_?rf?|rm_?tree|rimraf|del_?tree|del-cli`,
  String.raw`|(?:remove|delete|unlink|erase|empty)_?(?:tree|all|dir(?:ectory|s|_?all|_?contents)?|folders?)`,
  String.raw`|(?:remove|delete|unlink|erase)_?(?:recursive(?:ly)?|entry(?:_secure)?))(?:_?sync)?(?![a-z])`,
].join('')

/** Anywhere in a line, also inside of quotes and in what other programs are told to run. */
const recursive = [
  // Options of a program that deletes; they may be shortened, and come last.
  new RegExp(String.raw`${program('s?rm')}${restOf('rm')}\s(?:-[a-zA-Z]*[rR][a-zA-Z]*|--r[a-z]*)(?![\w-])`),
  new RegExp(
    String.raw`${program('remove-item|rd|rmdir|del|erase')}${restOf('(?:rd|del)')}\s[-/](?:r(?:ecurse)?|s)\b`,
    'i',
  ),
  // All that lies in a folder.
  new RegExp(String.raw`${program('s?rm|unlink|shred|wipe')}${restOf('rm')}[\s/]\*(?![\w.*?-])`),
  // Whatever names the program, with the options that only deleting has.
  /(?:^|[;|&(+\n]\s*)\$\{?\w+\}?\s[^;|&\n]*-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)/i,
  // What is found, without another program.
  new RegExp(String.raw`${program('find|bfs')}[^;\n]*\s-delete\b`),
  /\bunlink\b[^\n<]*<[^>\n]*\*/,
  new RegExp(calls, 'i'),
  /\brmSync\b|\brm\(|\b(?:rm|rmdir|remove|delete)\w*\([^\n]*recursive\W+true/i,
  // What cleans up, or makes one folder like another.
  new RegExp(
    String.raw`${program('git')}${restOf('git')}\s(?:worktree\s+remove\b|clean\b[^;|&\n]*\s(?:-[a-zA-Z]*[fdxX]|--force))`,
  ),
  /(?<![\w.-])(?:rsync|rclone|lftp|aws|gsutil|gcloud|s3cmd)\b[^;|&\n]*\s--?del(?:ete)?(?![a-z])/,
  /(?<![\w.-])rclone\b[^;|&\n]*\s(?:purge|delete|sync|rmdirs)\b|(?<![\w.-])robocopy\b[^;|&\n]*\/(?:mir|purge)\b/i,
  /\s(?:--remove(?:-source)?-files|-sdel)\b/,
  /(?<![\w.-])(?:btrfs\s+subvolume\s+delete|zfs\s+destroy|zpool\s+destroy|lvremove|vgremove)\b/,
  /\bFinder\b[^]*\bdelete\b/i,
]
/** What runs another program for each thing that it finds or is given. */
const forEach = [
  new RegExp(
    String.raw`${program('find|bfs|fd|fdfind')}[^\n]*\s(?:-(?:exec|ok)(?:dir)?|-[xX]|--exec(?:-batch)?)[\s=]`,
  ),
  new RegExp(program('xargs|parallel')),
  /\b(?:for\s+\w+\s+in|while|until)\b/,
]
/** The same in the words of programming languages, in either order. */
const walking = /\b(?:walk|rglob|glob|scandir|listdir|readdir(?:sync)?|iterdir|finddepth)\b/i
const removing = /(?<![\w-])(?:unlink|remove|rmdir|rm|delete)(?:sync)?\b/i
const deleting = new RegExp(deleters)
const deletingOrTrashing = new RegExp(either)
const emptying = [
  /(?<![\w.-])(?:trash-empty|trash-rm)\b|(?<![\w.-])(?:gio\s+trash|trash|gvfs-trash)\b[^;|&\n]*\s--?empty\b/,
  /\bFinder\b[^]*\bempty\b/i,
]
const single = new RegExp(
  String.raw`${deleters}\s+\S|\bunlink(?:Sync)?\(|\bos\.remove\(|\bFile\.delete\b|${program('remove-item')}\s+\S`,
  'i',
)
const trashing = new RegExp(String.raw`${trashers}\s+\S`)
const given = new RegExp(String.raw`${either}\s+((?:(?<=\s)(?:"[^"]*"|'[^']*')|\\.|[^;|&\n])+)`)
const givenToCall = new RegExp(String.raw`${calls}\s*\(?\s*["']([^"']+)["']`, 'i')

export function deletionIn(command: string): Deletion | undefined {
  const plain = plainOf(command)
  if (emptying.some((one) => one.test(plain)))
    return { isRecursive: true, effect: 'empties the trash', targets: [] }
  const isForEach = deletingOrTrashing.test(plain) && forEach.some((one) => one.test(plain))
  const isSwept = sweeps(plain)
  const isTrashed = !isSwept && !deleting.test(plain) && (isForEach || trashing.test(plain))
  const isRecursive = isSwept || isForEach || isTrashed
  if (!isRecursive && !single.test(plain)) return undefined
  return { isRecursive, effect: isTrashed ? 'trashes' : 'deletes', targets: targetsIn(command) }
}

function sweeps(plain: string): boolean {
  return recursive.some((one) => one.test(plain)) || (removing.test(plain) && walking.test(plain))
}

/** As a shell reads it, as far as that matters: quotes, line ends that go on, and spaces in another spelling. */
function plainOf(command: string): string {
  return (
    command
      .replaceAll(/\\\r?\n/g, ' ')
      .replaceAll(/\$(?:IFS\b|\{IFS\})/g, ' ')
      .replaceAll(/\{([^{}\s]*,[^{}\s]*)\}/g, (_, words: string) => words.replaceAll(',', ' '))
      // In quotes they end no command, but begin one where the quotes hold a line.
      .replaceAll(/(?<=\s)(["'])[^"']*\1|\\[;|&]/g, (word) => word.replaceAll(/[;|&]/g, '+'))
      .replaceAll(/["'\\]/g, '')
  )
}

function targetsIn(command: string): string[] {
  const called = givenToCall.exec(command.replaceAll('\\', ''))?.[1]
  if (called !== undefined) return [called]
  const words = given.exec(command)?.[1] ?? ''
  return (words.match(/"[^"]*"|'[^']*'|(?:\\.|\S)+/g) ?? [])
    .map((word) => word.replaceAll(/^["']|["']$/g, ''))
    .filter((word) => !word.startsWith('-') && !isPlaceholder(word))
}

/** Where another program puts in what it has found, or the trash itself. */
function isPlaceholder(word: string): boolean {
  return /^(?:\{.?\}|[+\\]|trash:\/*)$/.test(word)
}

/** `deletes the folder Documents and everything in it` */
export function tellDeletion({ isRecursive, effect, targets }: Deletion): string {
  if (effect === 'empties the trash') return 'deletes everything in the trash'
  const [verb, where] = effect === 'trashes' ? ['moves', ' to the trash'] : ['deletes', '']
  if (targets.length === 0) return `${verb} ${isRecursive ? 'everything that it finds' : 'files'}${where}`
  const names = targets.slice(0, 3).map((target) => nameOf(target, isRecursive))
  const others = targets.length > 3 ? ` and ${targets.length - 3} more` : ''
  const what = `${names.join(', ')}${others}`
  return isRecursive
    ? `${verb} ${what} and everything in ${targets.length === 1 ? 'it' : 'them'}${where}`
    : `${verb} ${what}${where}`
}

function nameOf(target: string, isRecursive: boolean): string {
  if (/[*?[{$`]/.test(target)) return `all that fits ${target}`
  const parts = target.split('/').filter((part) => part !== '')
  const name = parts.at(-1) ?? '/'
  if (['~', '.', '..', '$HOME', '/'].includes(name)) return `the folder ${target}`
  return `${isRecursive ? 'the folder' : 'the file'} ${name}`
}
