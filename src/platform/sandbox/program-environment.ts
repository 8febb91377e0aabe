import { release, userInfo } from 'node:os'
import { join } from 'node:path'
import { CHILD_MARK } from '../processes/own-children.ts'
import { PROXY_PORT } from './network-bridge.ts'
import type { Toolchains } from './toolchains.ts'

/** What a program may know of our environment. Tokens, agents' sockets and our own settings are not among it. */
const INSIDE = /^(?:LANG|LANGUAGE|TZ|LC_.*|EDITOR)$/
const OUTSIDE =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|TERM|EDITOR|PAGER|LC_.*|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_.*)$/
const USUAL_PATH = '/usr/local/bin:/usr/bin:/bin'
const PROXY_NAMES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
/** Servers that the program starts itself are in its own network. */
const NOT_BY_PROXY = 'localhost,127.0.0.1,::1'

export function outsideEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...passedOn(environment, OUTSIDE), [CHILD_MARK]: '1' }
}

export interface EnvironmentContext {
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  readonly toolchains: Toolchains
}

/** What a program may know that sees nothing of this person: how they write and what time it is. */
export function bareEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  return { ...passedOn(environment, INSIDE), [CHILD_MARK]: '1' }
}

export function insideEnvironment(
  rights: 'look' | 'work',
  { home, environment, toolchains }: EnvironmentContext,
): Record<string, string> {
  const { name, shell } = accountHere(environment)
  const proxy = `http://127.0.0.1:${PROXY_PORT}`
  const rust = toolchains.read.find((place) => place.endsWith('/.rustup'))
  return {
    ...passedOn(environment, INSIDE),
    [CHILD_MARK]: '1',
    HOME: home,
    USER: name,
    LOGNAME: name,
    SHELL: shell,
    PATH: toolchains.path.join(':') || USUAL_PATH,
    TMPDIR: '/tmp',
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    // Its programs can be read only, so what it downloads goes elsewhere.
    GOPATH: join(home, '.cache', 'go'),
    ...(rust !== undefined && { CARGO_HOME: join(home, '.cache', 'cargo'), RUSTUP_HOME: rust }),
    ...(rights === 'look' && { GIT_OPTIONAL_LOCKS: '0' }),
    ...(rights === 'work' && {
      ...Object.fromEntries(PROXY_NAMES.map((name) => [name, proxy])),
      NO_PROXY: NOT_BY_PROXY,
      no_proxy: NOT_BY_PROXY,
      NODE_USE_ENV_PROXY: '1',
    }),
  }
}

/** Shell commands that set limits on one program and all that it starts. No core file: it would hold the memory. */
export function limitsFor(rights: 'look' | 'work'): string {
  const narrow = rights === 'look' ? ['ulimit -t 60', 'ulimit -f 524288'] : []
  return ['ulimit -c 0', ...processLimit(rights === 'look' ? 256 : 4096), ...narrow].join('; ')
}

/** A limit on processes and threads. The kernel does not hold root to it. */
export function processLimit(processes: number): string[] {
  // dash and bash have different letters for it.
  return countsBySandbox() ? [`ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}`] : []
}

/** Before Linux 5.14 the limit counted every process of the user, on the whole machine. */
function countsBySandbox(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}

/** A user id need not have an account: containers are often started with one that nobody entered. */
function accountHere({ USER, SHELL }: NodeJS.ProcessEnv): { name: string; shell: string } {
  try {
    const { username, shell } = userInfo()
    return { name: username, shell: shell ?? '/bin/sh' }
  } catch {
    return { name: USER ?? String(process.getuid?.() ?? ''), shell: SHELL ?? '/bin/sh' }
  }
}

function passedOn(environment: NodeJS.ProcessEnv, names: RegExp): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && names.test(entry[0]),
  )
  return Object.fromEntries(kept)
}
