import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../contract/errors.ts'
import type { ConnectGuard } from '../network/guarded-connect.ts'
import { startConfined } from './confined-process.ts'
import { serveExit } from './exit-proxy.ts'
import { sandboxHere, type Sandbox, type SandboxState } from './find-sandbox.ts'
import { gitSettings } from './git-settings.ts'
import { insideEnvironment, limitsFor, outsideEnvironment } from './program-environment.ts'
import { findView, reasonNotToLookAt, reasonNotToUse, type Places, type WantedView } from './program-view.ts'
import { removePlantedLinks } from './repositories.ts'
import { findToolchains, type Toolchains } from './toolchains.ts'
import { closingMounts, mountsOf, ownFiles } from './view.ts'

/**
 * `look` sees the allowed folders, and changes and reaches nothing; `work` also writes there, and reaches public addresses
 * by way of the service; `full` is a program of the person, with all that the person may do.
 */
export type Rights = 'look' | 'work' | 'full'

export interface LauncherDeps extends Places {
  /** Of the service; programs get a part of it. */
  readonly environment: NodeJS.ProcessEnv
  readonly guard: ConnectGuard
  readonly findSandbox?: (() => Promise<SandboxState>) | undefined
}

export interface ProgramToStart extends Omit<WantedView, 'rights'> {
  readonly rights: Rights
  readonly words: readonly string[]
  readonly stdin?: 'pipe' | 'ignore'
  readonly variables?: Readonly<Record<string, string>>
}

type ConfinedStart = ProgramToStart & { readonly rights: 'look' | 'work' }

const NODE_INSIDE = '/run/node'
const LOOK_MEMORY_BYTES = 256 * 1024 * 1024
const TOOLCHAINS_MS = 30_000

/** Starts every program that a tool wants: commands, tasks on the desktop, MCP servers. */
export class Launcher {
  readonly #deps: LauncherDeps
  #state: Promise<SandboxState> | undefined
  #bridge: Promise<string> | undefined
  #toolchains: { readonly found: Promise<Toolchains>; readonly at: number } | undefined

  constructor(deps: LauncherDeps) {
    this.#deps = deps
  }

  /** Found out once, by trying. */
  state(): Promise<SandboxState> {
    this.#state ??= (this.#deps.findSandbox ?? sandboxHere)()
    return this.#state
  }

  /** Why a command does not run there with `look` unless a person says so; undefined when it does. */
  async reasonNotToLook(folder: string): Promise<string | undefined> {
    const state = await this.state()
    return state.works ? reasonNotToLookAt(folder, this.#deps) : withoutSandbox(state)
  }

  /** Why a command does not run there with `work` unless a person says so. */
  async reasonNotToUse(folder: string): Promise<string | undefined> {
    const state = await this.state()
    return state.works ? reasonNotToUse(folder, this.#deps) : withoutSandbox(state)
  }

  async start(program: ProgramToStart): Promise<ChildProcess> {
    const { rights } = program
    if (rights === 'full') return this.#startOutside(program)
    const state = await this.state()
    if (!state.works)
      throw new AppError(
        'unavailable',
        `Deskhand couldn't start the sandbox, because ${state.reason}. ${state.remedy}`,
      )
    return this.#startInside(state.sandbox, { ...program, rights })
  }

  #startOutside({ words, folder, stdin = 'ignore', variables }: ProgramToStart): ChildProcess {
    const [program, ...rest] = words
    return spawn(program!, rest, {
      cwd: folder,
      env: { ...outsideEnvironment(this.#deps.environment), ...variables },
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    })
  }

  async #startInside(sandbox: Sandbox, program: ConfinedStart): Promise<ChildProcess> {
    const { rights, words, stdin = 'ignore', variables } = program
    const { home, guard } = this.#deps
    const toolchains = await this.#findToolchains()
    const { view, folder, repositories } = await findView(program, { places: this.#deps, toolchains })
    const hasNetwork = rights === 'work'
    const memoryBytes = rights === 'look' && sandbox.limitsMemoryFolders ? LOOK_MEMORY_BYTES : undefined
    const bridge = hasNetwork ? await this.#bridgeWords() : []
    const child = startConfined(sandbox, {
      mounts: [
        ...mountsOf({ ...view, memoryBytes }),
        ...(hasNetwork ? ['--ro-bind', process.execPath, NODE_INSIDE] : []),
        '--chdir',
        folder,
      ],
      closing: closingMounts(view),
      command: ['/bin/sh', '-c', `${limitsFor(rights)}; exec "$@"`, 'sh', ...bridge, ...words],
      environment: { ...insideEnvironment(rights, { ...this.#deps, toolchains }), ...variables },
      files: hasNetwork ? { ...ownFiles, [join(home, '.gitconfig')]: await gitSettings(home) } : ownFiles,
      stdin,
      unixSockets: rights === 'work',
      ...(hasNetwork && { onWayOut: (way) => serveExit(way, guard) }),
    })
    child.once('exit', () => void removePlantedLinks(repositories))
    return child
  }

  #findToolchains(): Promise<Toolchains> {
    const { environment, home } = this.#deps
    if (!this.#toolchains || performance.now() - this.#toolchains.at > TOOLCHAINS_MS)
      this.#toolchains = { found: findToolchains(environment['PATH'] ?? '', home), at: performance.now() }
    return this.#toolchains.found
  }

  async #bridgeWords(): Promise<string[]> {
    this.#bridge ??= readBridge()
    return [NODE_INSIDE, '--input-type=module', '-e', await this.#bridge, '--']
  }
}

export function withoutSandbox({ reason, remedy }: Extract<SandboxState, { works: false }>): string {
  return `There is no sandbox, because ${reason}, so it would run with all your rights. ${remedy}`
}

/** As text: so no file of the service has to be seen inside. TypeScript in a checkout, JavaScript once installed. */
async function readBridge(): Promise<string> {
  const here = fileURLToPath(import.meta.url)
  const text = await readFile(join(here, '..', `network-bridge${extname(here)}`), 'utf8')
  const script = extname(here) === '.ts' ? stripTypeScriptTypes(text) : text
  return `${script.replace(/^\/\/# sourceMappingURL=.*$/m, '')}\nrunBridge(process.argv.slice(1))`
}
