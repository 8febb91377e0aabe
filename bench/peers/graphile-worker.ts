import { measured, options, peerRequire } from './worker.ts'

interface Job {
  readonly owner: number
  readonly left: number
}
type AddJob = (task: string, payload: Job) => Promise<unknown>
interface GraphileWorker {
  run(options: {
    connectionString: string
    concurrency: number
    maxPoolSize: number
    noHandleSignals: boolean
    logger: unknown
    taskList: Record<string, (payload: Job, helpers: { addJob: AddJob }) => Promise<void>>
  }): Promise<{ addJob: AddJob }>
  Logger: new (factory: () => () => void) => unknown
}

const { run, Logger } = peerRequire('graphile-worker') as GraphileWorker
const STEPS = 5
let open = 0
let isOver = () => {}
const runner = await run({
  connectionString: options.url,
  concurrency: options.places,
  maxPoolSize: Math.min(options.places, 20),
  noHandleSignals: true,
  logger: new Logger(() => () => {}),
  taskList: {
    // By the name of the process, so that each knows when its own are over.
    [`step-${process.pid}`]: async ({ owner, left }, { addJob }) => {
      if (left > 1) {
        await addJob(`step-${owner}`, { owner, left: left - 1 })
        return
      }
      open -= 1
      if (open === 0) isOver()
    },
  },
})
await measured(async (count) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  open = count
  isOver = resolve
  const job = { owner: process.pid, left: STEPS }
  await Promise.all(Array.from({ length: count }, () => runner.addJob(`step-${process.pid}`, job)))
  await promise
})
