import { expect, test } from 'vitest'
import { openModelStage, says, wants } from './chat-model-stage.ts'

test('a kept conversation tells which tools ran for an answer, where, and how questions were decided', async () => {
  await using stage = await openModelStage()
  const looked = wants(['LOOK_UP', { to: 'Oslo' }])
  stage.models.script = [[{ type: 'text', delta: 'Let me look.' }, ...(looked as [])], says('Found it.')]
  const first = await stage.say('look up Oslo')
  stage.models.script = [wants(['ERASE_ALL', { to: 'Oslo' }]), says('It is gone.')]
  const { confirmations, session_id } = await stage.say('erase it', { session_id: first.session_id })
  const { confirmation_id } = confirmations[0]!
  await stage.decide(confirmation_id, true)
  const { messages } = stage.parts.chat.sessions.read(session_id)
  const answers = messages.filter(({ role }) => role === 'assistant')
  expect(messages.filter(({ role }) => role === 'user').every(({ happened }) => !happened)).toBe(true)
  const said = answers[0]!.components[0]!['id']
  expect(answers[0]!.happened).toMatchObject([
    { type: 'tool.start', action: 'LOOK_UP', args: { to: 'Oslo' }, after: said },
    {
      type: 'tool.end',
      result: { success: true, message: 'LOOK_UP is done.' },
      duration_ms: expect.any(Number),
      after: said,
    },
  ])
  expect(answers[1]!.happened).toMatchObject([
    { type: 'tool.start', action: 'ERASE_ALL' },
    { type: 'tool.end' },
  ])
  expect(answers[2]!.happened).toMatchObject([
    { type: 'approval.result', confirmation_id, approved: true, result: { message: 'ERASE_ALL is done.' } },
  ])
})

test('a result that is too long to be told again keeps its sentence', async () => {
  await using stage = await openModelStage()
  stage.found = 'x'.repeat(30_000)
  stage.models.script = [wants(['READ_DIARY', {}]), says('Read.')]
  const { session_id } = await stage.say('read my diary')
  const [, end] = stage.parts.chat.sessions.read(session_id).messages[1]!.happened!
  expect(end).toMatchObject({
    type: 'tool.end',
    shortened: true,
    result: { message: 'READ_DIARY is done.', data: null },
  })
})
