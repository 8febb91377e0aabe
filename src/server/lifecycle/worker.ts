import { AppError } from '../../contract/errors.ts'
import { openQuietInfrastructure, type InfrastructureOptions } from './infrastructure.ts'
import { createServices } from '../wiring/create-services.ts'
import { recordCrash, type Service } from './service.ts'
import { sharedWorkflows } from '../wiring/shared-workflows.ts'
import { version } from '../version.ts'

export type Worker = Pick<Service, 'close' | 'recordCrash'>

/** Runs steps of the workflows that several processes share, and answers to nobody. */
export async function startWorker(options: InfrastructureOptions): Promise<Worker> {
  await using opening = new AsyncDisposableStack()
  const infrastructure = await openQuietInfrastructure(options, opening)
  const { settings, log } = infrastructure
  const openShared = await sharedWorkflows(infrastructure)
  if (!openShared)
    throw new AppError(
      'not_configured',
      'A worker needs the database it shares with the service: set DESKHAND_DATABASE_URL=postgres://user:password@host/database.',
    )
  const services = createServices(infrastructure, opening, { openShared, forPeople: false })
  await services.plugins.start()
  const started = services.workflows.start({ schedules: false })
  started.then(
    () => log.info({ version, home: options.folder.root, agents: settings.get('WORKER_AGENTS') }, 'working'),
    (error: unknown) => log.error({ err: error }, "Couldn't start this worker."),
  )
  const opened = opening.move()
  let closing: Promise<void> | undefined
  const close = async () => {
    log.info({}, 'stopping once running steps finish')
    // Nobody waits for this process: what runs may take the time that it has.
    await services.workflows.close({ graceMs: settings.get('WORKFLOW_STEP_SECONDS') * 1_000 })
    await opened.disposeAsync()
  }
  return { close: () => (closing ??= close()), recordCrash: (error) => recordCrash(infrastructure, error) }
}
