import { measured, options, peerRequire } from './worker.ts'

interface Dbos {
  setConfig(config: Readonly<Record<string, unknown>>): void
  registerWorkflow(work: () => Promise<void>, options: { name: string }): () => Promise<void>
  runStep(step: () => Promise<void>, options: { name: string }): Promise<void>
  launch(): Promise<void>
}

const { DBOS } = peerRequire('@dbos-inc/dbos-sdk') as { DBOS: Dbos }
const step = (name: string) => DBOS.runStep(async () => {}, { name })
const diamond = DBOS.registerWorkflow(
  async () => {
    await step('a')
    await Promise.all([step('b'), step('c')])
    await step('d')
    await step('e')
  },
  { name: 'diamond' },
)
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: options.url,
  logLevel: 'error',
  // Each process is a worker of its own, which takes over nothing of the others.
  executorID: String(process.pid),
})
await DBOS.launch()
await measured((count) => Promise.all(Array.from({ length: count }, () => diamond())))
