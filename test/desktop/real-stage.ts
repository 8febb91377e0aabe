import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../src/client/client.ts'
import type { Confirmation } from '../../src/contract/confirmation.ts'
import { silentLog } from '../../src/contract/log.ts'
import type { ComputerTask, TaskRequest } from '../../src/features/desktop/computer-tasks.ts'
import { openDesktop } from '../../src/platform/desktop/choose.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { startTestService, type TestService } from '../service.ts'
import { startPolicyServer, type PolicyServer } from './policy-server.ts'
import { startDesktop, type DesktopStage, type DesktopStageOptions } from './stage.ts'

/** The whole service on a real desktop, with a model that reads pixels, asked over HTTP. */
export interface RealStage extends AsyncDisposable {
  readonly desktop: DesktopStage
  /** Somebody else's eyes on the same desktop: what it sees, the service cannot have made up. */
  readonly observer: DesktopDriver
  readonly server: PolicyServer
  readonly service: TestService
  /** The home folder of whoever runs the service. */
  readonly home: string
  readonly tasks: TaskClient
}

export interface RealStageOptions extends DesktopStageOptions {
  readonly provider?: 'openai_compatible' | 'anthropic'
  /** More for the environment of the service. */
  readonly environment?: NodeJS.ProcessEnv
}

export async function openRealStage(options: RealStageOptions): Promise<RealStage> {
  await using opened = new AsyncDisposableStack()
  const desktop = opened.use(await startDesktop(options))
  const observer = await openObserver(desktop)
  opened.defer(() => observer.close())
  const server = opened.use(await startPolicyServer())
  const environment = { ...serviceEnvironment({ desktop, server, ...options }), ...options.environment }
  const service = opened.use(await startTestService({ environment }))
  const tasks = new TaskClient(service.client, service.folder.audit)
  const all = opened.move()
  const home = dirname(service.folder.root)
  return { desktop, observer, server, service, home, tasks, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

export function openObserver({ display, environment }: DesktopStage): Promise<DesktopDriver> {
  const choice = { kind: 'x11', display, xauthority: environment['XAUTHORITY'] } as const
  return openDesktop(choice, { platform: 'linux', environment, log: silentLog })
}

/** What tells a service where its desktop is and who decides for it. */
export function serviceEnvironment({
  desktop,
  server,
  provider = 'openai_compatible',
}: {
  readonly desktop: DesktopStage
  readonly server: PolicyServer
  readonly provider?: RealStageOptions['provider']
}): NodeJS.ProcessEnv {
  const { DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS, LANG } = desktop.environment
  const isAnthropic = provider === 'anthropic'
  return {
    DISPLAY,
    DBUS_SESSION_BUS_ADDRESS,
    LANG,
    ...(XAUTHORITY !== undefined && { XAUTHORITY }),
    DESKHAND_LLM_PROVIDER: provider,
    DESKHAND_LLM_MODEL: isAnthropic ? 'claude-sonnet-4-5' : 'scripted',
    DESKHAND_LLM_BASE_URL: isAnthropic ? server.url : `${server.url}/v1`,
    DESKHAND_LLM_API_KEY: 'a-key-of-the-test',
  }
}

/** Tasks of computer control as a client of the service sees them. */
export class TaskClient {
  readonly #client: Client
  readonly #auditFile: string

  constructor(client: Client, auditFile: string) {
    this.#client = client
    this.#auditFile = auditFile
  }

  start(task: string, request: Partial<TaskRequest> = {}) {
    return this.#client.desktop.startTask({ body: { task, ...request } })
  }

  read(taskId: string): Promise<ComputerTask> {
    return this.#client.desktop.readTask({ params: { task_id: taskId } })
  }

  stop() {
    return this.#client.desktop.stopTask()
  }

  /** Runs a task to its end. */
  async run(task: string, request: Partial<TaskRequest> = {}): Promise<ComputerTask> {
    const { task_id } = await this.start(task, request)
    return this.until(task_id, ({ ended_by }) => ended_by !== null)
  }

  async until(taskId: string, is: (task: ComputerTask) => boolean): Promise<ComputerTask> {
    let task = await this.read(taskId)
    await until(async () => {
      task = await this.read(taskId)
      return is(task)
    })
    return task
  }

  /** Waits for the question of a task, and answers it. */
  async answer(taskId: string, approved: boolean): Promise<Confirmation> {
    const { confirmation } = await this.until(taskId, (task) => task.confirmation !== null)
    const { confirmation_id } = confirmation!
    await this.#client.tools.confirm({ body: { confirmation_id, approved } })
    return confirmation!
  }

  /** How many actions the audit log knows of. */
  async actions(): Promise<number> {
    const text = await readFile(this.#auditFile, 'utf8').catch(() => '')
    return text.split('"computer.action"').length - 1
  }
}

const PATIENCE_MS = 300_000

/** Waits for a condition, not for a time. */
export async function until(is: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await is())) {
    if (Date.now() > end) throw new Error('It never came to that.')
    await sleep(10)
  }
}
