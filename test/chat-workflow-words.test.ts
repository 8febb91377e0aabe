import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let home: string

beforeAll(async () => {
  service = await startTestService()
  home = dirname(service.folder.root)
  await mkdir(join(home, 'Documents'))
  await writeFile(join(home, 'Documents', 'a.txt'), 'words')
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

async function say(message: string) {
  const { components, route } = await service.client.chat.send({
    body: { message, context: { time_zone: 'Europe/Oslo' } },
  })
  const text = components.flatMap((part) => (part.type === 'text' ? [String(part['text'])] : [])).join(' ')
  return { components, text, by: route.by }
}

async function schedules() {
  return (await service.client.workflows.listSchedules()).schedules
}

test('a backup is scheduled from words, told exactly, and can be run at once', async () => {
  const { text } = await say('every monday at 9 back up Documents')
  expect(text).toContain('it packs ~/Documents into ~/Backups/Documents-<date>.zip')
  expect(text).toMatch(/Next: Monday, .* at 09:00; Monday/)
  expect(await schedules()).toMatchObject([
    {
      name: 'Backup of Documents',
      cron: '0 9 * * 1',
      timezone: 'Europe/Oslo',
      enabled: true,
      steps: [
        { action: 'COMPRESS_FILES', args: { paths: ['~/Documents'], to: '~/Backups/Documents-$today.zip' } },
      ],
    },
  ])
  expect((await say('run the backup now')).text).toContain('Running')
  await expect.poll(() => readdir(join(home, 'Backups')).catch(() => [])).toHaveLength(1)
  await expect
    .poll(async () => (await say('did the backup work')).text)
    .toMatch(/^Yes: the last run of Backup of Documents/)
})

test('the schedule of that name is paused, resumed and given other times', async () => {
  expect((await say("don't pause the backup")).text).not.toContain('is off')
  expect(await schedules()).toMatchObject([{ enabled: true }])
  expect((await say('pause the backup')).text).toContain('The schedule Backup of Documents is off')
  expect(await schedules()).toMatchObject([{ enabled: false }])
  expect((await say('resume the backup')).text).toContain('is on; it runs next on Monday')
  expect((await say('run the backup every day at 10 instead')).text).toContain('has new times')
  expect(await schedules()).toMatchObject([
    { name: 'Backup of Documents', cron: '0 10 * * *', enabled: true },
  ])
})

test('a schedule is deleted only after a yes', async () => {
  const { text, components } = await say('delete the backup schedule')
  expect(text).toContain('Nothing has been deleted yet')
  expect(await schedules()).toHaveLength(1)
  const button = components.find(({ type }) => type === 'button')
  const { message } = button!['action'] as { message: string }
  expect((await say(message)).text).toContain('Deleted the schedule')
  expect(await schedules()).toHaveLength(0)
})

test('what the planner understands becomes steps, and what no tool does is not scheduled', async () => {
  for (const sentence of [
    'every weekday at 7:30 tell me a secret',
    'every night at 11 back up my Pictures',
    'every monday zip my Documents',
  ])
    expect((await say(sentence)).text, sentence).toMatch(/nothing was scheduled|At what time/i)
  expect(await schedules()).toHaveLength(0)
  const { text } = await say('every friday at 5pm copy ~/Documents/a.txt to ~/Documents/b.txt')
  expect(text).toContain('Scheduled')
  expect(await schedules()).toMatchObject([{ cron: '0 17 * * 5', steps: [{ action: 'COPY_FILE' }] }])
})

test('what can be shown is told at its time, by a notification that shows it', async () => {
  const { text } = await say('every hour show my todo list')
  expect(text).toContain('Scheduled “Show my todo list”: you get a notification')
  expect((await say('run the schedule "Show my todo list" now')).text).toContain('Running')
  const told = async () => (await service.client.notifications.list({ query: { limit: 1 } })).notifications
  await expect
    .poll(told)
    .toMatchObject([{ title: 'Show my todo list', action: { kind: 'chat', message: 'show my todo list' } }])
  expect((await say('Yes, delete the schedule "Show my todo list"')).text).toContain('Deleted')
})

test('what is not there is said', async () => {
  expect((await say('pause the import job')).text).toContain('No workflow or schedule')
  expect((await say('did the weekly report work')).text).toContain('No workflow or schedule “weekly report”')
  expect((await say('which jobs failed')).text).toContain('No workflows have failed.')
  expect((await say('list schedules')).components.at(-1)).toMatchObject({
    type: 'table',
    caption: 'Schedules',
  })
})

test.each([
  ['read my email', /EMAIL_IMAP_HOST/],
  ['any new mail?', /EMAIL_IMAP_HOST/],
  [
    'send an email to tom@example.com with subject Hi and body Running late',
    /EMAIL_SMTP_HOST.*Nothing was sent/,
  ],
  ["reply to Anna's mail", /EMAIL_IMAP_HOST/],
  ['message Sarah on slack that lunch is ready', /TEAMCHAT_TOKEN.*Nothing was sent/],
  ['post "lunch is ready" to #general', /TEAMCHAT_TOKEN.*Nothing was sent/],
  ['any new messages on teams', /Only Slack/],
  ['create an issue: login broken', /REPOHOST_TOKEN.*Nothing was opened/],
  ['list open issues in my repo', /Which repository/],
])('%s says what to set', async (sentence, said) => {
  const { components, by } = await say(sentence)
  expect(by).toBe('router')
  expect(JSON.stringify(components)).toMatch(said)
})

test('an email is shown before it is sent', async () => {
  await service.client.settings.update({
    body: { EMAIL_SMTP_HOST: '127.0.0.1', EMAIL_SMTP_PORT: 1, EMAIL_FROM: 'me@example.com' },
  })
  const { components } = await say('send an email to tom@example.com with subject Hi and body Running late')
  expect(components).toContainEqual(
    expect.objectContaining({
      type: 'confirmation',
      action: 'SEND_EMAIL',
      args: { to: ['tom@example.com'], subject: 'Hi', body: 'Running late' },
    }),
  )
  expect((await say('send an email to tom@example.com')).components.at(-1)).toMatchObject({
    type: 'form',
    title: 'New email',
  })
})

test('two schedules of one thing have two names, and each can be reached', async () => {
  await say('zip my Documents every friday at 5pm')
  await say('zip my Documents every monday at 5pm')
  const names = (await schedules()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Zip of Documents', 'Zip of Documents 2']))
  expect((await say('pause the schedule "Zip of Documents 2"')).text).toContain('Zip of Documents 2 is off')
  expect((await schedules()).find(({ name }) => name === 'Zip of Documents')).toMatchObject({ enabled: true })
})
