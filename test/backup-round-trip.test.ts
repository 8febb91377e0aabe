import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createClient, type Client } from '../src/client/client.ts'
import { httpTransport } from '../src/client/http-transport.ts'
import { newProgram, type Program } from './program.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

async function started(program: Program): Promise<Client> {
  const { address } = await program.start()
  const send = httpTransport({ baseUrl: address })
  return createClient(async (request, signal) => {
    for (;;) {
      const answer = await send(request, signal)
      // On a busy machine the service may be behind for a moment, and refuses what it has not begun.
      if (answer.status !== 503) return answer
      await sleep(200)
    }
  })
}

async function stop(program: Program): Promise<void> {
  expect((await program.run(['stop'])).code).toBe(0)
}

/** Something in every part that keeps something. */
async function use(client: Client, file: string): Promise<{ workflow: string; chat: string }> {
  await client.store.put({ params: { key: 'shopping' }, body: { items: ['milk', 'bread'] } })
  await client.settings.update({ body: { HOME_CITY: 'Oslo', UNITS: 'imperial', MONITOR: 'off' } })
  const { session_id: chat } = await client.chat.send({ body: { message: '25 minute timer' } })
  const args = { path: file, content: 'from a step' }
  const steps = [{ id: 'write', agent: 'file_manager', action: 'WRITE_FILE', args, depends_on: [] }]
  const { id: workflow } = await client.workflows.create({ body: { name: 'Keep me', steps } })
  await client.workflows.createSchedule({
    body: { name: 'Weekly', cron: '0 9 * * 1', workflow_id: workflow },
  })
  const status = async () => (await client.workflows.read({ params: { workflow_id: workflow } })).status
  await expect.poll(status).toBe('completed')
  return { workflow, chat }
}

async function everything(client: Client, { workflow, chat }: { workflow: string; chat: string }) {
  return {
    store: await client.store.get({ params: { key: 'shopping' } }),
    settings: await client.settings.get(),
    workflow: await client.workflows.read({ params: { workflow_id: workflow } }),
    history: await client.workflows.history({ params: { workflow_id: workflow }, query: {} }),
    schedules: await client.workflows.listSchedules(),
    chat: await client.chat.readChat({ params: { session_id: chat } }),
    notifications: await client.notifications.list(),
  }
}

test('what was backed up on one machine is all there when it is restored on another', async () => {
  await using first = await newProgram()
  await using second = await newProgram()
  const client = await started(first)
  const made = await use(client, join(first.home, 'step.txt'))
  const before = await everything(client, made)
  expect(before.settings).toMatchObject({ HOME_CITY: 'Oslo', UNITS: 'imperial' })
  const { path } = JSON.parse((await first.run(['backup', '--json'])).stdout) as { path: string }
  await client.store.put({ params: { key: 'shopping' }, body: 'changed after the backup' })
  await stop(first)

  const restored = await second.run(['restore', path, '--yes', '--trust'])
  expect(restored).toMatchObject({ code: 0, stdout: `Restored ${path}.\n` })
  expect(await everything(await started(second), made)).toEqual(before)
})

test('settings that a backup takes the place of are kept beside it', async () => {
  await using program = await newProgram()
  const client = await started(program)
  await client.settings.update({ body: { HOME_CITY: 'Oslo' } })
  await client.backups.create()
  await client.settings.update({ body: { HOME_CITY: 'Bergen' } })
  await stop(program)
  expect((await program.run(['restore', '--yes'])).code).toBe(0)
  expect(await (await started(program)).settings.get()).toMatchObject({ HOME_CITY: 'Oslo' })
  const names = await readdir(program.folder.root)
  expect(names.filter((name) => name.startsWith('settings.json.replaced.'))).toHaveLength(1)
})

test('only as many copies of the settings are kept as there are backups, and nobody else reads them', async () => {
  await using program = await newProgram()
  const client = await started(program)
  await client.settings.update({ body: { HOME_CITY: 'Oslo' } })
  for (let count = 0; count < 9; count += 1) await client.backups.create()
  const copies = (await readdir(program.folder.backups)).filter((name) => name.endsWith('.settings.json'))
  expect(copies).toHaveLength(7)
  expect((await stat(join(program.folder.backups, copies[0]!))).mode & 0o777).toBe(0o600)
})
