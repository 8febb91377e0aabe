/** A worker of its own process, for measurements: `node bench/workflow-worker-child.ts '{"url":…}'` */
import { mkdtempDisposable } from 'node:fs/promises'
import { writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSharedEngine, type SharedEngineOptions } from './workflow-shared-engine.ts'

const { promise: asked, resolve } = Promise.withResolvers<void>()
process.once('SIGTERM', () => resolve())
await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
const options = JSON.parse(process.argv[2] ?? '{}') as Pick<SharedEngineOptions, 'url' | 'places'>
await using _engine = await openSharedEngine({ ...options, folder: folder.path, runsSteps: true })
writeSync(1, 'ready\n')
await asked
