import { readdir, readFile, readlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { programOf, wordsOf } from '../applications/running-programs.ts'

const PORT_OPTION = '--remote-debugging-port='
const PROFILE_OPTION = '--user-data-dir='
/** Two lines that a browser writes into its profile while it can be reached: a port, and the path of its own socket. */
const PORT_FILE = 'DevToolsActivePort'
const LISTENING = '0A'
const ANSWER_MS = 1_000

/**
 * Where a browser can be asked over DevTools; null when it was not started so, and its user has not allowed it either. Only
 * what the browser itself listens on counts: anybody else could sit at a port that is usual for it.
 */
export async function devToolsAddress(processId: number): Promise<string | null> {
  const words = await wordsOf(processId)
  const given = Number(valueOf(words, PORT_OPTION) ?? 0)
  if (given > 0 && (await listensOn(processId, given))) return socketAt(given)
  for (const folder of await profilesOf(processId, words)) {
    const [port = '', path = ''] = (await readFile(join(folder, PORT_FILE), 'utf8').catch(() => '')).split(
      '\n',
    )
    const isGood = /^\d{1,5}$/.test(port) && /^\/devtools\/browser\/[\w-]+$/.test(path)
    if (isGood && (await listensOn(processId, Number(port)))) return `ws://127.0.0.1:${port}${path}`
  }
  return null
}

async function socketAt(port: number): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`, { signal, redirect: 'error' })
    const { webSocketDebuggerUrl: url } = (await answer.json()) as { webSocketDebuggerUrl?: unknown }
    const path = typeof url === 'string' ? URL.parse(url)?.pathname : undefined
    return path?.startsWith('/devtools/browser/') ? `ws://127.0.0.1:${port}${path}` : null
  } catch {
    return null
  }
}

async function profilesOf(processId: number, words: readonly string[]): Promise<string[]> {
  const given = valueOf(words, PROFILE_OPTION)
  if (given !== undefined) return isAbsolute(given) ? [given] : []
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  const program = basename((await programOf(processId)) ?? '')
  const names = [program, program.replace(/-browser$/, ''), usual[program] ?? '']
  return [...new Set(names)].filter((name) => name !== '').map((name) => join(config, name))
}

/** Folders that are not called as the file that is run. */
const usual: Readonly<Record<string, string>> = {
  chrome: 'google-chrome',
  msedge: 'microsoft-edge',
  brave: 'BraveSoftware/Brave-Browser',
  'vivaldi-bin': 'vivaldi',
}

function valueOf(words: readonly string[], option: string): string | undefined {
  return words.find((word) => word.startsWith(option))?.slice(option.length)
}

async function listensOn(processId: number, port: number): Promise<boolean> {
  const place = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => '')
  const sockets = table.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    return local === place && state === LISTENING ? [`socket:[${inode}]`] : []
  })
  if (sockets.length === 0) return false
  const folder = `/proc/${processId}/fd`
  const files = await readdir(folder).catch((): string[] => [])
  const open = await Promise.all(files.map((file) => readlink(join(folder, file)).catch(() => '')))
  return open.some((target) => sockets.includes(target))
}
