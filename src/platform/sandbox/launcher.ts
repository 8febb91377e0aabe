import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownScript } from '../files/own-code.ts'
import { AppError } from '../../contract/errors.ts'
import type { ConnectGuard } from '../network/guarded-connect.ts'
import { startConfined } from './confined-process.ts'
import { serveExit } from './exit-proxy.ts'
import { sandboxHere, type SandboxState } from './find-sandbox.ts'
import { bareEnvironment, insideEnvironment, limitsFor, outsideEnvironment } from './program-environment.ts'
import { findView, reasonNotToLookAt, reasonNotToUse, type Places, type WantedView } from './program-view.ts'
import { removePlantedLinks } from './repositories.ts'
import { NODE_INSIDE, scratchMounts, type ScratchProgram } from './scratch.ts'
import { findToolchains, type Toolchains } from './toolchains.ts'
import { closingMounts, mountsOf, ownFiles } from './view.ts'
import type { Sandbox } from './sandbox.ts'

/** What commits need of the person's own settings: who they are. Helpers, tokens and aliases stay outside. */
const PASSED = /^\s*(name|email|defaultBranch)\s*=\s*(.*)$/i
const SECTIONS = /^\s*\[(user|init)\]\s*$/i

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

const LOOK_MEMORY_BYTES = 256 * 1024 * 1024
const TOOLCHAINS_MS = 30_000

/** Starts every program that a tool wants: commands, tasks on the desktop, MCP servers. */
export class Launcher {
  readonly #deps: LauncherDeps
  #state: Promise<SandboxState> | undefined
  #found: SandboxState | undefined
  #bridge: Promise<string> | undefined
  #toolchains: { readonly found: Promise<Toolchains>; readonly at: number } | undefined

  constructor(deps: LauncherDeps) {
    this.#deps = deps
  }

  /** Found out once, by trying. */
  state(): Promise<SandboxState> {
    this.#state ??= (this.#deps.findSandbox ?? sandboxHere)().then((found) => (this.#found = found))
    return this.#state
  }

  /** How to get a sandbox; undefined where there is one, or nobody has found out yet. */
  missing(): string | undefined {
    if (!this.#found) void this.state()
    return this.#found === undefined || this.#found.works ? undefined : noSandbox(this.#found)
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
    return this.#startInside(await this.#sandbox(), { ...program, rights })
  }

  /**
   * Starts a program that sees nothing of this person, has no network and nothing to write to but memory. What it leaves is
   * read by way of `onLeft`.
   */
  async startInScratch(program: ScratchProgram): Promise<ChildProcess> {
    const sandbox = await this.#sandbox()
    return startConfined(sandbox, {
      ...scratchMounts(program, sandbox),
      command: program.words,
      environment: { ...bareEnvironment(this.#deps.environment), ...program.variables },
      files: { ...ownFiles, ...program.files },
      stdin: 'ignore',
      onWayOut: program.onLeft,
    })
  }

  /** Where the programs of the person's own PATH lie. */
  toolchains(): Promise<Toolchains> {
    return this.#findToolchains()
  }

  async #sandbox(): Promise<Sandbox> {
    const state = await this.state()
    if (state.works) return state.sandbox
    throw new AppError('unavailable', noSandbox(state))
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

function noSandbox({ reason, remedy }: Extract<SandboxState, { works: false }>): string {
  return `Deskhand couldn't start the sandbox, because ${reason}. ${remedy}`
}

export function withoutSandbox({ reason, remedy }: Extract<SandboxState, { works: false }>): string {
  return `There is no sandbox, because ${reason}, so it would run with all your rights. ${remedy}`
}

/** As text: so no file of the service has to be seen inside. */
async function readBridge(): Promise<string> {
  return `${await ownScript('src/platform/sandbox/network-bridge.ts')}\nrunBridge(process.argv.slice(1))`
}

async function gitSettings(home: string): Promise<string> {
  const files = [join(home, '.config', 'git', 'config'), join(home, '.gitconfig')]
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8').catch(() => '')))
  return texts.map(partOf).join('')
}

function partOf(text: string): string {
  let isPassed = false
  const lines = text.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) isPassed = SECTIONS.test(line)
    return isPassed && (SECTIONS.test(line) || PASSED.test(line))
  })
  return lines.map((line) => `${line}\n`).join('')
}
