/**
 * A process on the workflows that several share, with tools that leave a trace of each effect in a folder that all of
 * them see. Started by itself it is a worker: `node prove/shared-ledger.ts '{"url":…,"folder":…,"ledger":…}'`
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog } from '../src/contract/log.ts'
import type { ToolCall } from '../src/contract/tool.ts'
import { postgresBackend } from '../src/features/workflows/postgres/postgres-backend.ts'
import { assembleWorkflows, ledgerTools, openLedgerDatabase, type LedgerParts } from './ledger-stage.ts'

export interface SharedOrder {
  readonly url: string
  /** What is this process's own. */
  readonly folder: string
  /** What all of them see. */
  readonly ledger: string
  /** The longest pause of a step before its effect, and after it. */
  readonly pauseMs: number
  readonly places: number
}

export interface SharedProcess extends AsyncDisposable, LedgerParts {}

const NO_AGENTS: readonly string[] = []

export async function openSharedProcess(
  order: SharedOrder,
  { runsSteps }: { runsSteps: boolean },
): Promise<SharedProcess> {
  await mkdir(order.folder, { recursive: true })
  await mkdir(join(order.ledger, 'safe'), { recursive: true })
  const database = await openLedgerDatabase(join(order.folder, 'own.db'), join(order.folder, 'backups'))
  const { workflows, ...parts } = assembleWorkflows(
    { database, folder: order.folder, tools: sharedLedger(order) },
    {
      forPeople: !runsSteps,
      openBackend: (catalog) =>
        postgresBackend({
          url: order.url,
          now: () => new Date(),
          log: silentLog,
          places: () => order.places,
          agents: () => (runsSteps ? catalog.agents() : NO_AGENTS),
        }),
    },
  )
  await workflows.start({ schedules: !runsSteps })
  return {
    ...parts,
    workflows,
    async [Symbol.asyncDispose]() {
      await workflows.close({ graceMs: 60_000 })
      await database.close()
    },
  }
}

/** A file for each effect of the one tool, a line for each of the other. */
function sharedLedger({ ledger, pauseMs }: SharedOrder) {
  return ledgerTools(async (once: boolean, { idempotencyKey = '' }: ToolCall) => {
    await sleep(Math.random() * pauseMs)
    if (once) appendFileSync(onceFile(ledger), `${idempotencyKey}\n`)
    else makeOnce(join(ledger, 'safe', encodeURIComponent(idempotencyKey)))
    await sleep(Math.random() * pauseMs)
  })
}

/** The file system sees to it that there is one. */
function makeOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const onceFile = (ledger: string) => join(ledger, 'once')

/** Keys of the effects that were left, those of the second tool as often as they were. */
export function readLedger(ledger: string): { safe: Set<string>; once: string[] } {
  const file = onceFile(ledger)
  return {
    safe: new Set(readdirSync(join(ledger, 'safe')).map(decodeURIComponent)),
    once: existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [],
  }
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? '{}') as SharedOrder
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  process.once('SIGTERM', () => resolve())
  await using _process = await openSharedProcess(order, { runsSteps: true })
  writeSync(1, 'ready\n')
  await asked
}
