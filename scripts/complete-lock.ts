import { readFile, writeFile } from 'node:fs/promises'

/**
 * Names the optional packages of other platforms in package-lock.json. A mirror that carries only some platforms leaves
 * them out, and then `npm ci` refuses the whole file as out of step. Run after every `npm install`.
 */
interface LockEntry {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS: Readonly<Record<string, string>> = {
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Record<string, LockEntry> }
let added = 0
for (const entry of Object.values(lock.packages))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    const words = name.split(/[-/]/)
    const os = SYSTEMS.filter((system) => words.includes(system))
    // Anything else that is missing is a real hole, and npm must go on saying so.
    if (lock.packages[key] || (os.length === 0 && !words.includes('wasm32'))) continue
    lock.packages[key] = {
      version,
      ...(libcOf(words) && { libc: [libcOf(words)!] }),
      cpu: words.filter((word) => word in PROCESSORS).map((word) => PROCESSORS[word]!),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os.length > 0 && { os }),
    }
    added += 1
  }
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
console.log(`${added} packages of other platforms were named.`)

function libcOf(words: readonly string[]): string | undefined {
  if (words.includes('gnu') || words.includes('gnueabihf')) return 'glibc'
  return words.includes('musl') || words.includes('musleabihf') ? 'musl' : undefined
}
