import { createHash, randomBytes } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startTestService } from './service.ts'
import { channels, openTeamchat, page, uploads, type SlackAnswers } from './teamchat-stage.ts'

const posted: SlackAnswers = {
  'chat.postMessage': ({ given }) => ({
    body: { ok: true, channel: given.get('channel'), ts: '1763200000.000100' },
  }),
}

describe('uploading a file', () => {
  test('is done in three steps, and the token goes to Slack itself only', async () => {
    await using chat = await openTeamchat(uploads())
    const bytes = randomBytes(3 * 1024 * 1024)
    const path = join(chat.home, 'Übersicht.bin')
    await writeFile(path, bytes)
    const { message, data } = await chat.run('TEAMCHAT_UPLOAD_FILE', {
      channel: '#general',
      file_path: path,
      title: 'The overview',
      comment: 'See <!channel> & tell',
    })
    expect(message).toBe('Uploaded "Übersicht.bin" to the channel "general".')
    expect(data).toEqual({
      channel_id: 'C000000001',
      channel: 'general',
      file_id: 'F1',
      name: 'Übersicht.bin',
      title: 'The overview',
      size: bytes.length,
      url: 'https://team.slack.com/files/F1',
    })
    const [first] = chat.asked('files.getUploadURLExternal')
    expect(first!.given.get('filename')).toBe('Übersicht.bin')
    expect(first!.given.get('length')).toBe(String(bytes.length))
    const [second] = chat.asked('/upload/v1/abc')
    expect(hash(second!.bytes)).toBe(hash(bytes))
    expect(second!.headers).toMatchObject({ 'content-length': String(bytes.length) })
    expect(second!.headers).not.toHaveProperty('authorization')
    const [third] = chat.asked('files.completeUploadExternal')
    expect(third!.headers.authorization).toBe('Bearer test-token')
    expect(Object.fromEntries(third!.given)).toEqual({
      files: '[{"id":"F1","title":"The overview"}]',
      channel_id: 'C000000001',
      initial_comment: 'See &lt;!channel&gt; &amp; tell',
    })
    expect(chat.call.progressed.at(-1)).toMatchObject({ fraction: 1 })
  })

  test('goes where the stand-in for Slack says, when that is the stand-in', async () => {
    const answers = { ...uploads() } as Record<string, SlackAnswers[string]>
    await using chat = await openTeamchat(answers)
    answers['files.getUploadURLExternal'] = {
      body: { ok: true, upload_url: `${chat.origin}/slack/upload/v1/abc`, file_id: 'F1' },
    }
    await writeFile(join(chat.home, 'a.txt'), 'text')
    await chat.run('TEAMCHAT_UPLOAD_FILE', { channel: 'C000000001', file_path: '~/a.txt' })
    expect(chat.asked('/upload/v1/abc')[0]!.bytes.toString()).toBe('text')
    expect(chat.asked('conversations.list')).toEqual([])
  })

  test.each([
    'https://evil.test/upload',
    'https://slack.com.evil.test/',
    'http://files.slack.com/',
    'https://notslack.com/',
    'http://127.0.0.1:1/',
    'nonsense',
  ])('to %s is refused, and nothing is sent', async (address) => {
    await using chat = await openTeamchat(uploads(address))
    await writeFile(join(chat.home, 'a.txt'), 'text')
    await expect(
      chat.run('TEAMCHAT_UPLOAD_FILE', { channel: 'general', file_path: '~/a.txt' }),
    ).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining("Slack gave an upload address that isn't its own ("),
    })
    expect(chat.requests.map(({ method }) => method)).not.toContain('files.completeUploadExternal')
  })

  test('fails before Slack is asked when the file is not one to send', async () => {
    await using chat = await openTeamchat(uploads())
    await mkdir(join(chat.home, 'folder'))
    await writeFile(join(chat.home, 'empty'), '')
    await symlink(chat.dataFolder, join(chat.home, 'link'))
    const upload = (file_path: string) => chat.run('TEAMCHAT_UPLOAD_FILE', { channel: 'general', file_path })
    await expect(upload('~/none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(upload('~/folder')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(upload('~/empty')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(upload('relative')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(upload('~/link/settings.json')).rejects.toMatchObject({ code: 'forbidden' })
    expect(chat.requests).toEqual([])
    const { needsApproval } = chat.tool('TEAMCHAT_UPLOAD_FILE')
    const args = { channel: 'general', file_path: '~/.ssh/id_rsa' }
    expect(await needsApproval!(args, chat.call)).toContain('protected')
  })

  test('that Slack did not take whole is not completed', async () => {
    await using chat = await openTeamchat({ ...uploads(), '/upload/v1/abc': { body: 'OK - 1' } })
    await writeFile(join(chat.home, 'a.txt'), 'text')
    await expect(
      chat.run('TEAMCHAT_UPLOAD_FILE', { channel: 'general', file_path: '~/a.txt' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('took 1 of 4 bytes') })
    expect(chat.asked('files.completeUploadExternal')).toEqual([])
  })
})

describe('a channel', () => {
  test('is found by name on any page, private ones too, and remembered for some minutes', async () => {
    await using chat = await openTeamchat({ ...channels, ...posted })
    const say = (channel: string) => chat.run('TEAMCHAT_SEND', { channel, text: 'hello' })
    expect((await say('Design')).data).toMatchObject({ channel_id: 'C000000002', channel: 'design' })
    expect((await say('#general')).data).toMatchObject({ channel_id: 'C000000001' })
    expect(chat.asked('conversations.list')).toHaveLength(2)
    expect(Object.fromEntries(chat.requests[0]!.given)).toMatchObject({
      types: 'public_channel,private_channel',
      exclude_archived: 'true',
    })
    chat.later(6)
    await say('general')
    expect(chat.asked('conversations.list')).toHaveLength(3)
  })

  test('that is not there is told with the nearest name, and an archived one is not there', async () => {
    await using chat = await openTeamchat({ ...channels, ...posted })
    const say = (channel: string) => chat.run('TEAMCHAT_SEND', { channel, text: 'hello' })
    await expect(say('genral')).rejects.toMatchObject({
      code: 'not_found',
      message: 'The bot can\'t see a Slack channel "genral": did you mean "general"?',
    })
    await expect(say('old')).rejects.toMatchObject({ code: 'not_found' })
    await expect(say('two words')).rejects.toMatchObject({ code: 'invalid_request' })
    expect(chat.asked('chat.postMessage')).toEqual([])
  })

  test('is found among the public ones by a bot that may not see private ones', async () => {
    await using chat = await openTeamchat({
      ...posted,
      'conversations.list': ({ given }) =>
        given.get('types') === 'public_channel'
          ? page([{ id: 'C000000001', name: 'general' }], '')
          : { body: { ok: false, error: 'missing_scope', needed: 'groups:read' } },
    })
    const { data } = await chat.run('TEAMCHAT_SEND', { channel: 'general', text: 'x' })
    expect(data).toMatchObject({ channel_id: 'C000000001' })
    await expect(chat.run('TEAMCHAT_SEND', { channel: 'secret', text: 'x' })).rejects.toMatchObject({
      message: expect.stringContaining('groups:read'),
    })
  })
})

test('a message is sent as plain text, into a thread when wanted', async () => {
  await using chat = await openTeamchat(posted)
  const text = 'All <!here> & <@U1>: see https://host.test'
  const thread_ts = '1763200000.000001'
  const { data } = await chat.run('TEAMCHAT_SEND', { channel: 'C000000001', text, thread_ts })
  expect(data).toEqual({ channel_id: 'C000000001', channel: null, ts: '1763200000.000100' })
  expect(Object.fromEntries(chat.requests[0]!.given)).toEqual({
    channel: 'C000000001',
    text: 'All &lt;!here&gt; &amp; &lt;@U1&gt;: see https://host.test',
    thread_ts,
    unfurl_links: 'false',
    unfurl_media: 'false',
  })
})

const members: SlackAnswers = {
  'users.list': page(
    [
      { id: 'U0000001', name: 'asmith', profile: { real_name: 'Anna Smith', display_name: 'Anni' } },
      { id: 'U0000002', name: 'sam1', profile: { real_name: 'Sam Lee' } },
      { id: 'U0000003', name: 'sam2', profile: { real_name: 'Sam Lee' } },
      { id: 'U0000004', name: 'gone', deleted: true, profile: { real_name: 'Gone Person' } },
    ],
    '',
    'members',
  ),
  'users.lookupByEmail': ({ given }) =>
    given.get('email') === 'anna@host.test'
      ? { body: { ok: true, user: { id: 'U0000001', name: 'asmith', profile: { display_name: 'Anni' } } } }
      : { body: { ok: false, error: 'users_not_found' } },
  'conversations.open': ({ given }) => ({ body: { ok: true, channel: { id: `D${given.get('users')}` } } }),
  ...posted,
}

test('a direct message finds its person by id, address or name, and never guesses', async () => {
  await using chat = await openTeamchat(members)
  const write = (user: string) => chat.run('TEAMCHAT_SEND_DM', { user, text: 'hi' })
  for (const user of ['U0000001', '<@U0000001>', 'anna@host.test', 'anna smith', '@asmith', 'ANNI'])
    expect((await write(user)).data).toMatchObject({ user_id: 'U0000001', channel_id: 'DU0000001' })
  expect(chat.asked('users.list')).toHaveLength(1)
  await expect(write('Sam Lee')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/2 people are called "sam lee".*U0000002.*U0000003/),
  })
  await expect(write('Anna')).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('did you mean "anna smith"?'),
  })
  await expect(write('Gone Person')).rejects.toMatchObject({ code: 'not_found' })
  await expect(write('nobody@host.test')).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('"nobody@host.test"'),
  })
  expect(chat.asked('chat.postMessage')).toHaveLength(6)
})

const history: SlackAnswers = {
  'conversations.history': {
    body: {
      ok: true,
      has_more: true,
      messages: [
        {
          ts: '1763200002.000000',
          username: 'builder',
          text: '',
          attachments: [{ fallback: 'Build 7 failed' }],
        },
        {
          ts: '1763200001.000000',
          user: 'U0000002',
          text: '<@U0000001> see <https://host.test/a|the page> in <#C1|general> &lt;b&gt; &amp;amp; <!here>',
          files: [{ name: 'plan.pdf' }],
          reply_count: 3,
        },
        { ts: '1763200000.000000', user: 'U0000001', text: 'first' },
      ],
    },
  },
}

test('messages are read with the newest last, with names and links as people read them', async () => {
  await using chat = await openTeamchat({
    ...history,
    'users.info': ({ given }) => ({
      body: { ok: true, user: { id: given.get('user'), name: `name-${given.get('user')!.at(-1)}` } },
    }),
  })
  const { data } = await chat.run('TEAMCHAT_READ', { channel: 'C000000001', limit: 3 })
  expect(data['more']).toBe(true)
  expect(data['messages']).toMatchObject([
    { user: 'name-1', text: 'first', time: '2025-11-15T09:46:40.000Z' },
    {
      user: 'name-2',
      text: '@name-1 see the page (https://host.test/a) in #general <b> &amp; @here',
      files: ['plan.pdf'],
      replies: 3,
    },
    { user: 'builder', user_id: null, text: 'Build 7 failed' },
  ])
  await chat.run('TEAMCHAT_READ', { channel: 'C000000001' })
  expect(chat.asked('users.info')).toHaveLength(2)
})

test('messages are read also by a bot that may not know the names', async () => {
  await using chat = await openTeamchat({
    ...history,
    'users.info': { body: { ok: false, error: 'missing_scope', needed: 'users:read' } },
  })
  const { data } = await chat.run('TEAMCHAT_READ', { channel: 'C000000001' })
  expect(data['messages']).toMatchObject([{ user: 'U0000001' }, { user: 'U0000002' }, { user: 'builder' }])
})

const refusals: [string, object, string, RegExp][] = [
  ['not_in_channel', {}, 'forbidden', /not in the channel "C000000001"\. Invite it there with \/invite/],
  ['channel_not_found', {}, 'not_found', /can't see the channel "C000000001"/],
  [
    'invalid_auth',
    {},
    'not_configured',
    /\)\. Use the bot token of an installed app; it starts with xoxb-\./,
  ],
  [
    'missing_scope',
    { needed: 'chat:write', provided: 'files:write' },
    'not_configured',
    /scope chat:write.*files:write/,
  ],
  ['is_archived', {}, 'conflict', /The channel "C000000001" is archived/],
  ['ratelimited', {}, 'rate_limited', /in a minute/],
  ['internal_error', {}, 'upstream_failed', /Try again later/],
  [
    'something_new',
    {},
    'upstream_failed',
    /refused chat\.postMessage \(something_new\)\. See docs\.slack\.dev/,
  ],
]

test.each(refusals)('%s inside a success is an error with a sentence', async (error, more, code, message) => {
  await using chat = await openTeamchat({ 'chat.postMessage': { body: { ok: false, error, ...more } } })
  await expect(chat.run('TEAMCHAT_SEND', { channel: 'C000000001', text: 'x' })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})

test('limits, outages and redirects are told, and the token goes nowhere else', async () => {
  const replies = [
    { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } },
    { status: 503, body: '<html>' },
    { status: 302, headers: { location: 'https://evil.test/' } },
  ]
  await using chat = await openTeamchat({ 'chat.postMessage': () => replies.shift()! })
  const say = () => chat.run('TEAMCHAT_SEND', { channel: 'C000000001', text: 'x' })
  await expect(say()).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('in 30 s (after 2026-11-15T12:00:30Z)'),
    headers: { 'retry-after': '30' },
  })
  await expect(say()).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining('503'),
  })
  await expect(say()).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(chat.requests).toHaveLength(3)
})

test('without a token nothing is asked', async () => {
  await using chat = await openTeamchat({}, { TEAMCHAT_TOKEN: null })
  await expect(chat.run('TEAMCHAT_READ', { channel: 'general' })).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('TEAMCHAT_TOKEN'),
  })
  expect(chat.requests).toEqual([])
})

test('the whole service reads a channel with the token and the address of its settings', async () => {
  await using chat = await openTeamchat({ ...channels, ...history })
  await using service = await startTestService({
    environment: {
      DESKHAND_UPSTREAM_SLACK: `${chat.origin}/slack`,
      DESKHAND_TEAMCHAT_TOKEN: 'from-settings',
    },
  })
  const body = { tool_name: 'TEAMCHAT_READ', args: { channel: 'general' } }
  const envelope = await service.client.tools.execute({ body })
  expect(envelope).toMatchObject({ success: true, data: { messages: { length: 3 } } })
  expect(chat.requests[0]!.headers.authorization).toBe('Bearer from-settings')
})

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
