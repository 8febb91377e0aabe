import { posix } from 'node:path'
import type { ShellLine, SimpleCommand } from './shell-words.ts'

/** Where a command would run. */
export interface Place {
  readonly home: string
  /** The folder it is started in. */
  readonly folder: string
}

type Words = readonly string[]

/** How many shells inside of shells are looked into. */
export const UNWRAPPED_DEPTH = 5

interface Rule {
  readonly reason: string
  readonly matches: (command: SimpleCommand, place: Place) => boolean
}

/** What no answer of a person makes right: the harm is total, or the power is not ours to use. */
export function blockedBecause(text: string, line: ShellLine, place: Place): string | undefined {
  if (/([\w:.]+)\s*\(\s*\)\s*\{[^}]*?\1\s*\|\s*\1/.test(text))
    return 'It copies itself until nothing else can run.'
  if (runsADownload(text, line)) return 'It runs a download that no one has checked.'
  let { folder } = place
  for (const command of line.commands) {
    const there = { ...place, folder }
    for (const words of readingsOf(command.words)) {
      const rule = rules.find(({ matches }) => matches({ ...command, words }, there))
      if (rule) return rule.reason
    }
    folder = folderAfter(command.words, there)
  }
  return undefined
}

/** What runs: the command without what only wraps it, and whatever another program may start of what it is given. */
function readingsOf(words: Words): Words[] {
  const own = withoutWrappers(words)
  if (readers.has(programOf(own[0]))) return [own]
  const within = words.flatMap((word, at) => (at > 0 && isStarted(word) ? [words.slice(at)] : []))
  return [own, ...within]
}

function isStarted(word: string): boolean {
  const program = programOf(word)
  return rights.has(program) || program === 'rm' || program === 'dd' || /^mkfs(?:\.|$)/.test(program)
}

/** `cd` counts for what comes after it. */
function folderAfter(words: Words, { home, folder }: Place): string {
  const [name, target = home] = words.filter((word) => !word.startsWith('-'))
  return name === 'cd' || name === 'pushd' ? posix.resolve(folder, expanded(target, home)) : folder
}

/** The lines that a command hands to another shell: `sh -c '…'`, `eval …`, `find … -exec …`, `xargs …`. */
export function unwrap(words: Words): string[] {
  const [name, ...args] = withoutWrappers(words)
  const program = programOf(name)
  if (shells.has(program)) {
    const flag = args.findIndex((one) => /^-[a-z]*c$/.test(one))
    return flag === -1 ? [] : [args[flag + 1] ?? '']
  }
  if (program === 'eval') return [args.join(' ')]
  if (program === 'xargs') return [quoted(withoutWrappers(args.slice(xargsCommandAt(args))))]
  if (program === 'find')
    return args.flatMap((one, at) => (/^-(?:exec|ok)(?:dir)?$/.test(one) ? [quoted(args.slice(at + 1))] : []))
  if (program === 'watch' || program === 'ssh') return [args.join(' ')]
  // A text in quotes may be a line for whatever gets it; those who only read or write it down are left out.
  return readers.has(program) ? [] : [name ?? '', ...args].filter((one) => /\s/.test(one))
}

/** What is fed to a shell: `bash <<< '…'`, `echo '…' | bash`, `source <(echo '…')`. */
export function fed({ commands, nested }: ShellLine): string[] {
  return commands.flatMap(({ words, redirects, pipeline }) => {
    const program = programOf(withoutWrappers(words)[0])
    if (program === 'source' || program === '.')
      return nested.map((one) => one.replace(/^\s*(?:echo|printf)\s/, ''))
    if (!shells.has(program)) return []
    const said = commands
      .filter((one) => one.pipeline === pipeline && printers.has(programOf(one.words[0])))
      .map((one) => one.words.slice(1).join(' '))
    return [...redirects.filter(({ operator }) => operator === '<<<').map(({ target }) => target), ...said]
  })
}

const shells = words('sh bash dash zsh ksh fish ash')
const printers = words('echo printf')
/** They make something else of a text, so that nobody sees what is run. */
const decoders = words('base64 base32 xxd openssl gunzip zcat rev uudecode')
/** What they are given they only read, look for or write down. */
const readers = words(
  'echo printf which whereis type man apropos whatis grep rg ag cat head tail less more ls stat file find ' +
    'dpkg apt apt-cache apt-get rpm dnf pacman brew git test [ wc sort touch mkdir notify-send',
)
const interpreters = new Set([...shells, ...words('python python3 perl ruby node php lua source .')])
const downloaders = words('curl wget fetch aria2c http https lynx')
/** Commands that run another one which follows. */
const wrappers = words(
  'env nohup nice ionice timeout time setsid stdbuf command builtin exec then do else if ' +
    'while until ! chrt taskset unbuffer strace systemd-run busybox coproc',
)
const rights = words('sudo su doas pkexec runuser gksu gksudo kdesu kdesudo sudoedit visudo run0')
const disks = words('wipefs fdisk sfdisk cfdisk gdisk sgdisk parted mkswap blkdiscard cryptsetup')
const powers = words('shutdown reboot poweroff halt telinit killall5')
const writers = words(
  'cp mv tee install ln touch rm rmdir chmod chown chgrp truncate shred mkdir rsync ' +
    'unlink dd ssh-keygen ssh-copy-id vi vim nano ed sed unzip tar',
)

const rules: readonly Rule[] = [
  {
    reason: 'It asks for administrator rights.',
    matches: ({ words }) => rights.has(programOf(words[0])),
  },
  {
    reason: 'It deletes or changes the whole system or the whole home folder.',
    matches: ({ words }, place) => sweepsAll(words, place),
  },
  {
    reason: 'It overwrites a disk.',
    matches: ({ words, redirects }) =>
      disks.has(programOf(words[0])) ||
      /^mkfs(?:\.|$)/.test(programOf(words[0])) ||
      redirects.some(({ operator, target }) => operator.includes('>') && isDisk(target)) ||
      (writers.has(programOf(words[0])) && words.some((one) => isDisk(one.replace(/^of=/, '')))),
  },
  {
    reason: 'It turns off the computer, or ends every program.',
    matches: ({ words }) => endsTheSession(words),
  },
  {
    reason: 'It writes to a folder with keys, or to the system settings.',
    matches: ({ words, redirects }, place) =>
      redirects.some(({ operator, target }) => operator.includes('>') && isProtected(target, place)) ||
      (writesFiles(words) && words.slice(1).some((one) => isProtected(one.replace(/^of=/, ''), place))),
  },
  {
    reason: 'It overwrites what others have pushed.',
    matches: ({ words: [name, ...args] }) => programOf(name) === 'git' && forcesPush(args),
  },
  {
    reason: 'It opens this computer to whoever is at the other end.',
    matches: ({ words, redirects }) =>
      [...words, ...redirects.map(({ target }) => target)].some((one) => /^\/dev\/(?:tcp|udp)\//.test(one)) ||
      (/^(?:nc|ncat|netcat|socat)$/.test(programOf(words[0])) &&
        words.some((one) => /^-[a-z]*[ec]$|^--(?:exec|sh-exec)|^exec:|^system:/i.test(one))),
  },
]

function runsADownload(text: string, { commands, nested }: ShellLine): boolean {
  const names = commands.map(({ words, pipeline }) => ({
    name: programOf(withoutWrappers(words)[0]),
    pipeline,
  }))
  const piped = names.some(
    ({ name, pipeline }, at) =>
      (downloaders.has(name) || decoders.has(name)) &&
      names.slice(at + 1).some((next) => next.pipeline === pipeline && interpreters.has(next.name)),
  )
  const fetches = (one: string) => /\b(?:curl|wget|aria2c)\b/.test(one)
  const runs = names.some(({ name }) => interpreters.has(name) || name === 'eval')
  return piped || (runs && nested.some(fetches)) || (/^\s*(?:\$\(|`)/.test(text) && nested.some(fetches))
}

/** `VAR=x env -i nice -n 5 rm …` is `rm …`. */
function withoutWrappers(words: Words): Words {
  let at = 0
  for (let isWrapped = false; at < words.length; at += 1) {
    const word = words[at]!
    if (wrappers.has(programOf(word))) isWrapped = true
    else if (!/^\w+\+?=/.test(word) && !(isWrapped && /^-|^\d+(?:\.\d+)?[smhd]?$/.test(word))) break
  }
  return words.slice(at)
}

function xargsCommandAt(args: Words): number {
  const takesValue = /^-[adEILnPs]$/
  let at = 0
  while (at < args.length && args[at]!.startsWith('-')) at += takesValue.test(args[at]!) ? 2 : 1
  return at
}

function quoted(words: Words): string {
  return words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
}

function programOf(word = ''): string {
  return posix.basename(word)
}

function sweepsAll([name, ...args]: Words, place: Place): boolean {
  const program = programOf(name)
  const isRecursive = args.some((one) => /^-[a-zA-Z]*[rR]|^--recursive/.test(one))
  if (args.includes('--no-preserve-root')) return true
  const hitsAll = args.some((one) => isEverything(one, place))
  if (['rm', 'chmod', 'chown', 'chgrp'].includes(program)) return isRecursive && hitsAll
  if (program === 'mv' || program === 'shred') return hitsAll
  return program === 'find' && hitsAll && args.some((one) => one === '-delete' || programOf(one) === 'rm')
}

const TOP = /^\/(?:bin|boot|dev|etc|home|lib\w*|mnt|media|opt|proc|root|run|sbin|srv|sys|usr|var)?$/

/** The system, a top folder of it, the home folder, or what is above the place where it runs. */
function isEverything(word: string, { home, folder }: Place): boolean {
  const trimmed = word.replace(/\/?\*+$/, '').replace(/(?<=.)\/+$/, '')
  if (word.startsWith('/') && trimmed === '') return true
  const path = expanded(trimmed, home)
  if (/^(?:\.\.\/?)+$/.test(trimmed)) return true
  if (word === '' || trimmed.startsWith('-')) return false
  const full = posix.resolve(folder, path)
  return TOP.test(full) || full === home || home.startsWith(`${full}/`)
}

function isDisk(word: string): boolean {
  return /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|dm-|md|loop|mem$|kmem$|port$)/.test(word)
}

function endsTheSession([name, ...args]: Words): boolean {
  const program = programOf(name)
  if (powers.has(program)) return true
  if (program === 'init') return args.some((one) => /^[06]$/.test(one))
  if (program === 'systemctl' || program === 'loginctl')
    return args.some((one) => /^(?:poweroff|reboot|halt|kexec|rescue|emergency|terminate-)/.test(one))
  return program === 'kill' && args.at(-1) === '-1'
}

const SECRET_FOLDERS = ['.ssh', '.gnupg', '.aws', '.kube', '.password-store', '.local/share/keyrings']

function isProtected(word: string, { home, folder }: Place): boolean {
  if (word === '' || word.startsWith('-')) return false
  const path = posix.resolve(folder, expanded(word, home))
  const roots = ['/etc', '/boot', '/usr', ...SECRET_FOLDERS.map((name) => posix.join(home, name))]
  return roots.some((root) => path === root || path.startsWith(`${root}/`))
}

function expanded(word: string, home: string): string {
  return word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home)
}

/** Whether its file arguments are written to. Copying out of such a folder counts too: keys do not travel. */
function writesFiles([name, ...args]: Words): boolean {
  const program = programOf(name)
  if (program === 'sed') return args.some((one) => /^-[a-z]*i|^--in-place/.test(one))
  return writers.has(program)
}

function forcesPush(args: Words): boolean {
  const at = args.indexOf('push')
  return at !== -1 && args.slice(at + 1).some((one) => /^-[a-zA-Z]*f|^--force$|^--mirror$|^\+/.test(one))
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
