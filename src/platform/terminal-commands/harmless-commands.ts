import { resolve } from 'node:path'
import type { Place } from './blocked-commands.ts'

type Words = readonly string[]

const any = () => true
const gitReads: ReadonlySet<string> = new Set(['status', 'log', 'diff', 'show'])

/** Programs that only look, each with the arguments that keep it so. Whatever is not here is asked about. */
export const harmlessPrograms: ReadonlyMap<string, (args: Words, place: Place) => boolean> = new Map<
  string,
  (args: Words, place: Place) => boolean
>([
  ['ls', any],
  ['pwd', any],
  ['whoami', any],
  ['id', any],
  ['uname', any],
  ['uptime', any],
  ['free', any],
  ['df', any],
  ['du', (args) => !args.some((one) => one.startsWith('--files0-from'))],
  ['which', any],
  ['echo', any],
  [
    'date',
    (args) => args.every((one) => one.startsWith('+') || one === '-u' || one === '-I' || one === '-R'),
  ],
  ['cat', readsOwnFiles],
  ['head', readsOwnFiles],
  ['tail', readsOwnFiles],
  ['wc', (args, place) => !args.some((one) => one.startsWith('--files0-from')) && readsOwnFiles(args, place)],
  ['git', gitOnlyReads],
])

export function isHarmless([name = '', ...args]: Words, place: Place): boolean {
  return harmlessPrograms.get(name)?.(args, place) ?? false
}

/** Files of the user that are in plain sight: under home or the folder for temporary files, nothing hidden. */
function readsOwnFiles(args: Words, { home, folder }: Place): boolean {
  const files = args.filter((one) => !one.startsWith('-') && !/^\+?\d+$/.test(one))
  return files.every((file) => {
    const path = resolve(folder, file)
    const root = [home, '/tmp'].find((one) => path === one || path.startsWith(`${one}/`))
    return (
      root !== undefined &&
      !path
        .slice(root.length)
        .split('/')
        .some((name) => name.startsWith('.'))
    )
  })
}

/** Options before the verb can name programs to run, and some after it do too or write files. */
function gitOnlyReads([verb = '', ...args]: Words): boolean {
  const acts = /^--(?:output|ext-diff|textconv|exec|no-index)/
  return gitReads.has(verb) && !args.some((one) => acts.test(one))
}
