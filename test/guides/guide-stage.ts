import { chmod, mkdir, writeFile } from 'node:fs/promises'
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
  /** Files of the reader, from the home folder. */
  readonly files?: Readonly<Record<string, string | Buffer>>
}

/** A reader's machine: a home, a shell with `deskhand` in its path, and the service as the page finds it. */
export class GuideStage implements AsyncDisposable {
  readonly program: Program
  readonly service: StartedService
  readonly shell: ShellSession
  readonly #addresses: readonly (readonly [string, string])[]

  private constructor(
    program: Program,
    service: StartedService,
    { addresses = {}, environment }: Surroundings & { readonly environment: NodeJS.ProcessEnv },
  ) {
    this.program = program
    this.service = service
    this.shell = new ShellSession({ folder: program.home, environment })
    this.#addresses = Object.entries({ 'http://127.0.0.1:8000': service.address, ...addresses })
  }

  static async open(around: Surroundings): Promise<GuideStage> {
    await using opening = new AsyncDisposableStack()
    const program = opening.use(await newProgram())
    const bin = join(program.home, '.reader', 'bin')
    await putFile(join(bin, 'deskhand'), `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`)
    await chmod(join(bin, 'deskhand'), 0o755)
    for (const [name, content] of Object.entries(around.files ?? {}))
      await putFile(join(program.home, name), content)
    const environment = {
      ...program.environment,
      ...NOBODY,
      DESKHAND_DESKTOP_NOTIFICATIONS: 'off',
      PATH: `${bin}:${process.env['PATH']}`,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      ...around.environment,
    }
    const service = await program.start([], { environment })
    opening.move()
    return new GuideStage(program, service, { ...around, environment })
  }

  /** A text of the page, for this machine. */
  here(text: string): string {
    return this.#addresses.reduce((all, [there, here]) => all.replaceAll(there, here), text)
  }

  async write(name: string, content: string): Promise<void> {
    const path = name.replace(/^~\//, '')
    await putFile(isAbsolute(path) ? path : join(this.program.home, path), content)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shell[Symbol.asyncDispose]()
    await this.program[Symbol.asyncDispose]()
  }
}

async function putFile(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
