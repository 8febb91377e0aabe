import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { newProgram, programPath, type Program, type StartedService } from '../program.ts'
import { NOBODY } from '../service.ts'
import { ShellSession } from './shell-session.ts'

/** What a page needs around it beside the service: files that the reader would have, or a server that plays a provider. */
export interface Surroundings {
  /** Of the service and of the reader's shell. */
  readonly environment?: NodeJS.ProcessEnv
  /** Addresses of the page that are another here, each with its own. */
  readonly addresses?: Readonly<Record<string, string>>
  /** Whether the page leaves the machine in another state: then nobody else has it. */
  readonly isAlone?: boolean
  /** Files of the reader, from the home folder. */
  readonly files?: Readonly<Record<string, string | Buffer>>
}

/** A machine: a home with `deskhand` in its path, and the service. Pages that leave it as they find it share one. */
export class GuideMachine implements AsyncDisposable {
  readonly program: Program
  readonly service: StartedService
  readonly environment: NodeJS.ProcessEnv

  private constructor(program: Program, service: StartedService, environment: NodeJS.ProcessEnv) {
    this.program = program
    this.service = service
    this.environment = environment
  }

  static async open(around: readonly Surroundings[]): Promise<GuideMachine> {
    await using opening = new AsyncDisposableStack()
    const program = opening.use(await newProgram())
    const bin = join(program.home, '.reader', 'bin')
    await putFile(join(bin, 'deskhand'), `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`)
    await chmod(join(bin, 'deskhand'), 0o755)
    for (const { files = {} } of around)
      for (const [name, content] of Object.entries(files)) await putFile(join(program.home, name), content)
    const environment = {
      ...program.environment,
      // A busy machine warns of itself, in the middle of what a page shows.
      DESKHAND_MONITOR: 'off',
      ...NOBODY,
      DESKHAND_DESKTOP_NOTIFICATIONS: 'off',
      PATH: `${bin}:${process.env['PATH']}`,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      ...Object.assign({}, ...around.map((one) => one.environment)),
    } satisfies NodeJS.ProcessEnv
    const service = await program.start([], { environment })
    opening.move()
    return new GuideMachine(program, service, environment)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program[Symbol.asyncDispose]()
  }
}

/** The reader of one page, with a shell of their own. */
export class GuideStage implements AsyncDisposable {
  readonly program: Program
  readonly service: StartedService
  readonly shell: ShellSession
  /** For what a reader would have in an editor. */
  readonly folder: string
  readonly #addresses: readonly (readonly [string, string])[]

  private constructor({ program, service, environment }: GuideMachine, folder: string, around: Surroundings) {
    this.program = program
    this.service = service
    this.folder = folder
    this.shell = new ShellSession({ home: program.home, folder, environment })
    this.#addresses = Object.entries({
      'http://127.0.0.1:8000': service.address,
      '~/.local/share/deskhand': program.folder.root,
      ...around.addresses,
    })
  }

  static async open(machine: GuideMachine, around: Surroundings): Promise<GuideStage> {
    const folder = await mkdtemp(join(machine.program.home, '.reader', 'page-'))
    return new GuideStage(machine, folder, around)
  }

  /** A text of the page, for this machine. */
  here(text: string): string {
    return this.#addresses.reduce((all, [there, here]) => all.replaceAll(there, here), text)
  }

  async write(name: string, content: string): Promise<void> {
    const path = this.here(name).replace(/^~\//, '')
    await putFile(isAbsolute(path) ? path : join(this.program.home, path), content)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shell[Symbol.asyncDispose]()
  }
}

async function putFile(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
