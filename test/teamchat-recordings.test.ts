import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bytesOf, hasRecordings, jsonOf, replay } from './recordings.ts'
import { openTeamchat, type SlackAnswers } from './teamchat-stage.ts'

function recorded(): SlackAnswers {
  const { upload_url } = jsonOf('slack/getUploadURLExternal.json') as { upload_url: string }
  return {
    'conversations.list': ({ given }) =>
      replay(`slack/conversations-list-page${given.has('cursor') ? 2 : 1}.json`),
    'files.getUploadURLExternal': replay('slack/getUploadURLExternal.json'),
    [new URL(upload_url).pathname]: { body: bytesOf('slack/upload-post.txt') },
    'files.completeUploadExternal': replay('slack/completeUploadExternal-channel.json'),
  }
}

describe.skipIf(!hasRecordings)('what Slack really answered', () => {
  test('a whole upload, to a channel on the second page', async () => {
    await using chat = await openTeamchat(recorded())
    await writeFile(join(chat.home, 'test.txt'), 'Test File Contents')
    const args = { channel: '#84', file_path: '~/test.txt' }
    const { data } = await chat.run('TEAMCHAT_UPLOAD_FILE', args)
    expect(data).toMatchObject({ channel_id: 'C019CV5DWMQ', file_id: 'F08BXKAFDR7', size: 18 })
    expect(data['url']).toMatch(/^https:\/\/popsql\.slack\.com\/files\//)
    const cursors = chat.asked('conversations.list').map(({ given }) => given.get('cursor'))
    expect(cursors).toEqual([null, 'dGVhbTpDMDE5Q1Y1RFdNUQ=='])
    expect(chat.requests.at(-2)!.bytes.toString()).toBe('Test File Contents')
  })

  test('an archived channel of the recording is not found', async () => {
    await using chat = await openTeamchat(recorded())
    await expect(chat.run('TEAMCHAT_READ', { channel: 'example' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test.each([
    ['error-not-authed.json', 'not_configured', /TEAMCHAT_TOKEN/],
    ['error-channel-not-found.json', 'not_found', /invite the bot/],
    ['error-not-in-channel.json', 'forbidden', /\. Invite it there with \/invite, then try again\./],
  ])('%s is told as %s', async (name, code, message) => {
    await using chat = await openTeamchat({
      ...recorded(),
      'files.completeUploadExternal': replay(`slack/${name}`),
    })
    await writeFile(join(chat.home, 'test.txt'), 'Test File Contents')
    await expect(
      chat.run('TEAMCHAT_UPLOAD_FILE', { channel: 'general', file_path: '~/test.txt' }),
    ).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
})
