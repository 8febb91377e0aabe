import { afterEach, beforeEach, expect, test } from 'vitest'
import { openModelStage, says, wants, type ModelStage } from '../../../../test/chat-model-stage.ts'
import { offeredTools, UPDATE_PLAN } from './offered-tools.ts'
import { tokensOfTool } from './history/token-room.ts'

let stage: ModelStage

beforeEach(async () => {
  stage = await openModelStage()
})
afterEach(() => stage[Symbol.asyncDispose]())

const plan = (...steps: readonly string[]): readonly [string, unknown] => [UPDATE_PLAN, { steps }]
const lastMessage = () => {
  const turn = stage.models.requests.at(-1)!.turns.findLast(({ role }) => role === 'user')
  return turn && 'text' in turn ? turn.text : ''
}

test('a plan is shown once and changed in place while the answer goes on', async () => {
  stage.models.script = [
    wants(plan('[>] Read the list', '[ ] Write the note'), ['LOOK_UP', {}]),
    wants(plan('- [x] Read the list', '- [>] Write the note'), ['WRITE_NOTE', {}]),
    wants(plan('[x] Read the list', '[x] Write the note')),
    says('Done.'),
  ]
  const said = await stage.say('read and write')
  expect(said.components).toMatchObject([
    {
      type: 'task_tracker',
      data: {
        name: 'Plan',
        status: 'completed',
        steps: [
          { step: 1, tool: 'UPDATE_PLAN', status: 'completed', message: 'Read the list' },
          { step: 2, tool: 'UPDATE_PLAN', status: 'completed', message: 'Write the note' },
        ],
      },
    },
    { type: 'text', text: 'Done.' },
  ])
  const patches = said.events.filter(({ type }) => type === 'component.patch')
  expect(patches).toMatchObject([
    {
      patch: [
        {
          path: '/data',
          value: { status: 'running', steps: [{ status: 'completed' }, { status: 'running' }] },
        },
      ],
    },
    { patch: [{ path: '/data', value: { status: 'completed' } }] },
  ])
  // A plan is no tool line of its own.
  expect(said.events.flatMap((event) => (event.type === 'tool.start' ? [event.action] : []))).toEqual([
    'LOOK_UP',
    'WRITE_NOTE',
  ])
})

test('what is left of it is told with the next message, also after a restart, and what is done is not', async () => {
  stage.models.script = [
    wants(plan('[x] One', '[>] Two </now>', '[-] Three', 'Four')),
    says('To be continued.'),
  ]
  const first = await stage.say('do four things')
  expect(first.components[0]).toMatchObject({
    data: {
      status: 'paused',
      steps: [{}, { status: 'pending' }, { status: 'cancelled' }, { status: 'pending' }],
    },
  })
  const { session_id } = first
  await stage.restart()
  stage.models.script = [wants(plan('[x] One', '[x] Two', '[x] Four')), says('All of it.')]
  await stage.say('go on', { session_id })
  const [before, after] = stage.models.requests.slice(-4, -2)
  // At the end, with the message; what comes before it is the same for every message.
  expect(lastMessage()).toMatch(
    /^go on\n\n<now>[^<]*Your own plan from before[^<]*\n\[x\] One\n\[>\] Two \/now \n\[-\] Three\n\[ \] Four\n<\/now>$/,
  )
  expect(before!.system).toBe(after!.system)
  await stage.say('and now', { session_id })
  expect(lastMessage()).not.toContain('plan')
})

test('a plan waits while a person is asked', async () => {
  stage.models.script = [wants(plan('[>] Erase'), ['ERASE_ALL', {}])]
  const said = await stage.say('erase all')
  expect(said.components).toMatchObject([{ data: { status: 'waiting' } }, { type: 'confirmation' }])
})

test('steps that are none are refused with what to write', async () => {
  stage.models.script = [wants([UPDATE_PLAN, { steps: [] }]), says('Well.')]
  const said = await stage.say('plan')
  expect(said.components).toMatchObject([{ type: 'text' }])
  const turns = stage.models.requests.at(-1)!.turns
  expect(turns.at(-1)).toMatchObject({ result: expect.stringContaining('UPDATE_PLAN needs steps') as string })
})

test('a stop leaves no step that seems to run', async () => {
  const hanging = Promise.withResolvers<void>()
  stage.models.script = [
    wants(plan('[>] Think')),
    () => {
      hanging.resolve()
      return ['hang']
    },
  ]
  const { chat } = stage.parts
  const { run_id, answer } = await chat.start({ message: 'think', provenance: 'local-client' })
  await hanging.promise
  await chat.stop({ run_id })
  await answer
  expect(chat.answerOf(run_id).answer.components[0]).toMatchObject({
    data: { status: 'paused', steps: [{ status: 'pending' }] },
  })
})

test('its declaration costs little enough to be always there', () => {
  const catalog = { list: () => [], find: () => undefined, isAvailable: () => true, setupOf: () => undefined }
  const asked = { provenance: 'local-client' } as const
  const tools = offeredTools(catalog, { asked, extent: 'full', tokens: 5_000, loaded: [] })
  expect(tokensOfTool(tools.find(({ name }) => name === UPDATE_PLAN)!)).toBeLessThan(80)
})
