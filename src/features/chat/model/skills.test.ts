import { expect, test } from 'vitest'
import type { Asked } from '../answering.ts'
import { Backlog, type BacklogDeps } from './history/backlog.ts'
import { namedIn, skillBeginning, skillCatalogue, type SkillPort, type TellableSkill } from './skills.ts'

const skill = (name: string, more: Partial<TellableSkill> = {}): TellableSkill => ({
  name,
  description: `What ${name} is for.`,
  status: 'enabled',
  problem: null,
  missingPrograms: [],
  ...more,
})
const asked = { provenance: 'local-client' } as const

test('names and descriptions of enabled skills are told, and no others', () => {
  const port = {
    all: () => [skill('a'), skill('b', { status: 'unconfirmed' }), skill('c', { missingPrograms: ['jq'] })],
  }
  const told = skillCatalogue(port, { asked, extent: 'full' })
  expect(told.split('\n').slice(1)).toEqual([
    '- a: What a is for.',
    '- c: What c is for. (not ready: jq not installed)',
  ])
  expect(skillCatalogue(port, { asked: { provenance: 'channel:telegram:1' }, extent: 'full' })).toBe('')
  expect(skillCatalogue({ all: () => [] }, { asked, extent: 'full' })).toBe('')
})

test('many skills take no more room than there is: first the descriptions go, then their lines', () => {
  const many = (count: number) => ({
    all: () => Array.from({ length: count }, (_, at) => skill(`s${at}`, { description: 'x'.repeat(1_024) })),
  })
  expect(skillCatalogue(many(20), { asked, extent: 'full' }).length).toBeLessThan(9_000)
  expect(skillCatalogue(many(20), { asked, extent: 'compact' }).length).toBeLessThan(3_200)
  const least = skillCatalogue(many(20), { asked, extent: 'least' })
  expect(least.split('\n')).toHaveLength(2)
  expect(least).toContain('s0, s1, s2')
})

test.each([
  ['$meeting-minutes for notes.txt', true],
  ['please do it ($meeting-minutes)', true],
  ['use the meeting-minutes skill', true],
  ['Use the Meeting Minutes skill for this', true],
  ['take the skill "meeting minutes" for it', true],
  ['$meeting-minutes-2 for notes.txt', false],
  ['US$meeting-minutes', false],
  ['write the meeting minutes', false],
  ['which skills do you have', false],
  ['the pre-meeting-minutes skill', false],
])('%s names the skill: %s', (message, isNamed) => {
  expect(namedIn(message, [skill('meeting-minutes')])).toHaveLength(isNamed ? 1 : 0)
})

test.each([
  ['$docs:refunds for Ada', ['docs:refunds']],
  ['use the docs:refunds skill', ['docs:refunds']],
  ['use the skill docs:refunds', ['docs:refunds']],
  ['$two:a.refunds', ['two:a.refunds']],
  ['$refunds for Ada', ['refunds']],
  ['use the refunds skill', ['refunds']],
  ['$docs: for Ada', ['docs']],
])('%s names %j, and nothing of another origin', (message, names) => {
  const all = ['docs', 'refunds', 'docs:refunds', 'two:a.refunds'].map((name) => skill(name))
  expect(namedIn(message, all).map(({ name }) => name)).toEqual(names)
})

test('a model is told which server a skill comes from', () => {
  const port = { all: () => [skill('docs:refunds', { server: 'docs', description: 'Refunds.' })] }
  expect(skillCatalogue(port, { asked, extent: 'full' })).toContain(
    '- docs:refunds (from the MCP server docs): Refunds.',
  )
})

const content = `${skillBeginning('minutes')}\nDecisions first.\n</skill_content>`
const skills: Pick<SkillPort, 'keptIn'> = {
  keptIn: async (_session, { isTold, hasRoomFor }) =>
    !isTold('minutes') && hasRoomFor(content) ? `${content}\n\n` : '',
}
const backlogOf = (own: { role: 'user'; text: string }[]) =>
  new Backlog(
    {
      summary: { said: [], text: 'They talked.', by: 'model', through: 1 },
      exchanges: [],
      own,
    },
    {
      asked: { session_id: 's' } as Asked,
      mark: 'data-1',
      skills,
      writer: { notice() {} },
    } as unknown as BacklogDeps,
  )
const fit = async (text: string, tokens = 4_000) => {
  const turns = await backlogOf([{ role: 'user', text }]).fit(
    { tokens, context: 8_000 },
    AbortSignal.timeout(5_000),
  )
  return 'text' in turns[0]! ? turns[0].text : ''
}

test('the instructions of a skill stay when the messages they came in are summarised', async () => {
  const told = await fit('And now?')
  expect(told).toContain('They talked.')
  expect(told).toContain('Decisions first.')
  expect(told.indexOf('Decisions first.')).toBeLessThan(told.indexOf('And now?'))
  // Not twice, and not where they would take all the room.
  expect((await fit(`I see ${content}`)).match(/Decisions first/g)).toHaveLength(1)
  expect(await fit('And now?', 60)).not.toContain('Decisions first.')
})
