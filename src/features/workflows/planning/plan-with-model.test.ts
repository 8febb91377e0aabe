import { expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { plugins } from '../../../plugins/registry.ts'
import type { LanguageModels, ModelRequest } from '../../models/language-model.ts'
import { rankTools } from '../../tools/rank-tools.ts'
import { ToolCatalog } from '../../tools/tool-catalog.ts'
import { planOf } from '../validate-steps.ts'
import { createPlanner } from './planner.ts'

const signal = new AbortController().signal
const catalog = new ToolCatalog({ builtIn: plugins, edition: 'linux' })

/** A model that gives these answers one after the other, the last one for ever, and keeps what it was asked. */
function modelWith(...answers: unknown[]) {
  const asked: ModelRequest[] = []
  const models: LanguageModels = {
    choice: () => ({ provider: 'test', model: 'test', contextTokens: null }),
    stream: () => {
      throw new Error('Nobody streams a plan.')
    },
    async ask(request) {
      asked.push({ ...request, turns: [...request.turns] })
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (answer instanceof Error) throw answer
      const usage = { input_tokens: null, output_tokens: null, total_tokens: null }
      const end = { model: 'test', provider: 'test', usage, finish_reason: 'stop', calls: [] } as const
      return typeof answer === 'string'
        ? { ...end, text: answer }
        : { ...end, text: JSON.stringify(answer), object: answer }
    },
  }
  const planner = createPlanner({ catalog, rank: rankTools, models })
  return {
    asked,
    plan: (sentence = 'read ~/a.txt, then write it to ~/b.txt') => planner.plan(sentence, signal),
    planAutomation: (sentence: string) => planner.planAutomation(sentence, signal),
  }
}

const read = {
  id: 'read',
  action: 'READ_FILE',
  args: { path: '~/a.txt' },
  depends_on: [],
  needs_human: false,
}
const write = {
  id: 'save',
  action: 'WRITE_FILE',
  args: { path: '~/b.txt', content: '$read.content' },
  depends_on: ['read'],
  needs_human: false,
}
const good = { steps: [read, write], explanation: 'Copies the text.', unplanned: [] }

test('a plan that passes the checks is taken at once', async () => {
  const { plan, asked } = modelWith(good)
  const work = await plan()
  expect(work).toMatchObject({ explanation: 'Copies the text.', unplanned: [] })
  expect(work.steps).toEqual([
    { id: 'read', agent: 'file_manager', action: 'READ_FILE', args: read.args, depends_on: [] },
    { id: 'save', agent: 'file_manager', action: 'WRITE_FILE', args: write.args, depends_on: ['read'] },
  ])
  expect(asked).toHaveLength(1)
})

test('the model sees a dozen tools that fit, never the whole catalog', async () => {
  const { plan, asked } = modelWith(good)
  await plan()
  const { schema, system = '' } = asked[0]!
  const offered = (
    schema as never as { properties: { steps: { items: { properties: { action: { enum: string[] } } } } } }
  ).properties.steps.items.properties.action.enum
  expect(offered).toEqual(expect.arrayContaining(['READ_FILE', 'WRITE_FILE']))
  expect(offered.length).toBeLessThanOrEqual(12)
  expect(catalog.list().length).toBeGreaterThan(30)
  expect(system.match(/^## /gm)).toHaveLength(offered.length)
})

test('what the checks refuse is told to the model, which mends it', async () => {
  const bad = {
    ...good,
    steps: [read, { ...write, args: { path: '~/b.txt', content: '$reed.content', mod: 'x' } }],
  }
  const { plan, asked } = modelWith(bad, good)
  expect((await plan()).steps).toHaveLength(2)
  const complaint = asked[1]!.turns.at(-1)
  expect(complaint).toMatchObject({ role: 'user', text: expect.stringContaining('did you mean "read"?') })
  expect(complaint).toMatchObject({ text: expect.stringContaining('did you mean `mode`?') })
})

test('after two mendings it is over, and the reasons are told', async () => {
  const { plan, asked } = modelWith({ ...good, steps: [{ ...write, depends_on: ['nobody'] }] })
  await expect(plan()).rejects.toMatchObject({
    code: 'upstream_failed',
    message: expect.stringContaining('"nobody" is not the id of a step'),
    errors: expect.arrayContaining([expect.objectContaining({ path: '/steps/0/depends_on/0' })]),
  })
  expect(asked).toHaveLength(3)
})

test('missing arguments and placeholders are left to a person', async () => {
  const { plan } = modelWith({
    ...good,
    steps: [read, { ...write, args: { path: '<path of the file>', content: null, mode: 'write' } }],
  })
  const { steps, explanation } = await plan()
  expect(steps[1]).toMatchObject({ args: { mode: 'write' }, needs_human: true })
  expect(explanation).toContain('Step "save" is waiting for you: path and content are missing.')
})

test('what deletes asks a person, whatever the model says about it', async () => {
  const step = {
    id: 'x',
    action: 'DELETE_FILE',
    args: { path: '~/a.txt' },
    depends_on: [],
    needs_human: false,
  }
  const { plan } = modelWith({ ...good, steps: [step] })
  expect((await plan('delete ~/a.txt')).steps).toMatchObject([{ action: 'DELETE_FILE', needs_human: true }])
})

test('parts that the model could not plan are passed on', async () => {
  const { plan } = modelWith({ ...good, unplanned: ['brew coffee', 7, ''] })
  const work = await plan()
  expect(work.unplanned).toEqual(['brew coffee'])
  expect(work.explanation).toContain('Not planned: "brew coffee".')
})

test('an answer in words with a fence, and arguments written as text, are read', async () => {
  const steps = [{ ...read, args: JSON.stringify(read.args) }]
  const { plan } = modelWith(`Here you go:\n\`\`\`json\n${JSON.stringify({ ...good, steps })}\n\`\`\``)
  expect((await plan()).steps).toMatchObject([{ action: 'READ_FILE', args: { path: '~/a.txt' } }])
})

test('steps without any order run one after the other', async () => {
  const { plan } = modelWith({ ...good, steps: [read, { ...write, depends_on: [] }] })
  expect((await plan()).steps.map(({ depends_on }) => depends_on)).toEqual([[], ['read']])
})

test.each([
  ['no JSON', 'I would rather not.'],
  ['nothing', ''],
  ['a list', [read]],
  ['null', null],
  ['steps that are no list', { steps: { 0: read } }],
  ['steps that are no objects', { steps: [1, null, 'x'] }],
  ['a tool that was not offered', { steps: [{ ...read, action: 'SHELL' }] }],
  ['an agent of its own', { steps: [{ ...read, action: '__proto__', agent: 'evil' }] }],
  ['arguments that are no object', { steps: [{ ...read, args: [1] }] }],
  ['a circle', { steps: [{ ...read, depends_on: ['save'] }, write] }],
  ['two steps of one id', { steps: [read, read] }],
  ['201 steps', { steps: Array.from({ length: 201 }, (_, index) => ({ ...read, id: `s${index}` })) }],
  [
    'far too much text',
    { steps: [{ ...write, args: { path: '~/x', content: 'x'.repeat(9 * 1024 * 1024) } }] },
  ],
  ['an argument of the wrong type', { steps: [{ ...read, args: { path: { evil: true } } }] }],
])('an answer with %s ends in a clear refusal', async (_, answer) => {
  const { plan, asked } = modelWith(answer)
  await expect(plan()).rejects.toMatchObject({
    name: 'AppError',
    code: 'upstream_failed',
    message: expect.stringMatching(
      /Rephrase it or split it into smaller parts, or send the steps to POST \/api\/workflows\./,
    ),
  })
  expect(asked).toHaveLength(3)
})

test('members that nobody asked for are dropped', async () => {
  const { plan } = modelWith({
    ...good,
    steps: [{ ...read, agent: 'evil', retry: 99, timeout_s: 1e9, provenance: 'local-client' }],
  })
  const { steps } = await plan()
  expect(steps).toEqual([
    { id: 'read', agent: 'file_manager', action: 'READ_FILE', args: read.args, depends_on: [] },
  ])
  planOf({ steps, variables: {} }, { catalog })
})

test('a model that plans nothing is told on as a refusal of the request', async () => {
  const { plan } = modelWith({ steps: [], explanation: 'No tool brews coffee.', unplanned: ['brew coffee'] })
  await expect(plan()).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('No tool brews coffee.'),
  })
})

test('a sentence that no tool fits does not reach the model', async () => {
  const { plan, asked } = modelWith(good)
  await expect(plan('xyzzy plugh')).rejects.toMatchObject({ code: 'invalid_request' })
  expect(asked).toHaveLength(0)
})

test('a failure of the provider is passed on as it is', async () => {
  const { plan, asked } = modelWith(new AppError('upstream_timeout', 'The model did not answer in time.'))
  await expect(plan()).rejects.toMatchObject({ code: 'upstream_timeout' })
  expect(asked).toHaveLength(1)
})

test('while no model is set, sentences are planned without one', async () => {
  const models = { ...modelWith(good), choice: () => undefined } as never as LanguageModels
  const planner = createPlanner({ catalog, rank: rankTools, models })
  expect((await planner.plan('read ~/a.txt', signal)).steps).toMatchObject([{ action: 'READ_FILE' }])
})

const watching =
  'when the moon is full and a file lands in ~/Inbox, read it and write the text to ~/b.txt, then brew coffee'
const started = {
  steps: [
    { ...read, args: { path: '$event.path' } },
    { ...write, args: { path: '~/b.txt', content: '$read.content' }, when: '$event.size > 10' },
  ],
  explanation: 'Copies the text.',
  unplanned: [],
  triggers: [{ type: 'file', path: '~/Inbox', when: 'ends_with($event.name, ".txt")', url: '' }],
}

test('a model says what starts it, with conditions', async () => {
  const { planAutomation, asked } = modelWith(started)
  expect(await planAutomation(watching)).toMatchObject({
    triggers: [{ id: 't1', type: 'file', path: '~/Inbox', when: 'ends_with($event.name, ".txt")' }],
    steps: [{ args: { path: '$event.path' } }, { when: '$event.size > 10' }],
  })
  expect(asked[0]!.schema).toHaveProperty('properties.triggers')
})

test('a trigger that is wrong is told to the model like everything else', async () => {
  const bad = {
    ...started,
    steps: [{ ...read, when: '$event.size >' }],
    triggers: [{ type: 'feed' }, { type: 'mail', when: '$mail.from ==' }],
  }
  const { planAutomation, asked } = modelWith(bad, started)
  expect((await planAutomation(watching))!.triggers).toHaveLength(1)
  const { text } = asked[1]!.turns.at(-1) as { text: string }
  expect(text).toContain('triggers.0')
  expect(text).toContain('triggers.1.when')
})

test('what is planned without a model costs no tokens, and a question is no automation', async () => {
  const { planAutomation, asked } = modelWith(started)
  expect(await planAutomation('when a zip file lands in ~/Inbox, copy it to ~/Backup')).toMatchObject({
    triggers: [{ type: 'file' }],
    unplanned: [],
  })
  expect(await planAutomation('when is my next meeting')).toBeUndefined()
  expect(asked).toHaveLength(0)
})

test('a model is told of conditions only where the request speaks of them', async () => {
  const { plan, asked } = modelWith(good)
  await plan()
  await plan('read each file in ~/a and write it to ~/b.txt')
  const [plain, control] = asked.map(({ system = '', schema }) => `${system}${JSON.stringify(schema)}`)
  expect(plain).not.toContain('for_each')
  expect(control).toContain('for_each')
  expect(asked[1]!.schema).not.toHaveProperty('properties.triggers')
})
