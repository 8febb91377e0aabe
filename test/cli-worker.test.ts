import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from './postgres.ts'
import { newProgram } from './program.ts'

// It tries the examples of docs/scaling.md.

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster[Symbol.asyncDispose]())

const write = {
  id: 'a',
  agent: 'file_manager',
  action: 'WRITE_FILE',
  args: { path: '~/here.txt', content: 'x' },
  depends_on: [],
}

async function send(address: string, path: string, body?: object) {
  const response = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  return (await response.json()) as { id: string; status: string; detail?: string; workflows: unknown[] }
}

async function completed(address: string, id: string): Promise<void> {
  for (;;) {
    const { status, ...record } = await send(address, `/api/workflows/${id}`)
    if (status === 'completed') return
    if (status !== 'running') throw new Error(JSON.stringify({ status, ...record }))
    await sleep(50)
  }
}

test('what ran on one machine moves to PostgreSQL, a worker runs its steps, and a service without steps of its own shows them', async () => {
  const url = await cluster.createDatabase()
  await using front = await newProgram()
  await using back = await newProgram()
  const alone = await front.start()
  const { id: first } = await send(alone.address, '/api/workflows', { steps: [write] })
  await completed(alone.address, first)
  alone.kill('SIGTERM')
  await alone.ended
  const environment = { DESKHAND_DATABASE_URL: url }
  const moved = await front.run(['migrate-to-postgres', '--json'], { environment })
  expect(JSON.parse(moved.stdout)).toMatchObject({ workflows: 1, steps: 1, already: 0 })
  const again = await front.run(['migrate-to-postgres'], { environment })
  expect(again.stdout).toContain('1 already existed there')

  const served = front.launch(['serve', '--port', '0', '--json'], {
    environment: { ...environment, DESKHAND_WORKER_AGENTS: 'docx_handler' },
  })
  const address = (await served.wrote(/"address":"(http:[^"]+)".*"msg":"ready"/))[1]!
  expect((await send(address, `/api/workflows/${first}`)).status).toBe('completed')
  const { id } = await send(address, '/api/workflows', { steps: [write] })
  const worker = back.launch(['worker', '--json'], { environment })
  await worker.wrote(/"msg":"working"/)
  await completed(address, id)
  expect(await readFile(join(back.home, 'here.txt'), 'utf8')).toBe('x')
  worker.kill('SIGTERM')
  expect(await worker.ended).toMatchObject({ code: 0, stderr: '' })
  served.kill('SIGTERM')
  expect((await served.ended).code).toBe(0)
}, 240_000)

test('a worker says what it lacks, and waits for a database that is not there yet', async () => {
  await using program = await newProgram()
  const without = await program.run(['worker'])
  expect(without).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('set DESKHAND_DATABASE_URL') as string,
  })
  const nowhere = { DESKHAND_DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/nothing' }
  const waiting = program.launch(['worker', '--json'], { environment: nowhere })
  await waiting.wrote(/Can't reach the workflow database at 127\.0\.0\.1:1\/nothing/)
  waiting.kill('SIGTERM')
  const { code, stdout } = await waiting.ended
  expect(code).toBe(0)
  expect(stdout).not.toContain('hidden')
})
