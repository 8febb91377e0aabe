import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { textOf, type WordBlock } from '../../platform/documents/word-document.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { createIncidentReport } from './create-incident-report.ts'
import type { IncidentParams } from './incident-params.ts'
import { buildReport } from './incident-report.ts'
import { timelineOf } from './timeline.ts'

const now = new Date('2026-04-13T08:00:00Z')
const least: IncidentParams = {
  output_path: '~/a.docx',
  incident_id: 'INC-1',
  description: 'It broke.',
  root_cause: 'A bug.',
}
const { actions_taken: _, ...withoutActions } = createIncidentReport.example.args
let folders: TestFolders

beforeAll(async () => {
  folders = await createTestFolders()
})

afterAll(async () => {
  await folders[Symbol.asyncDispose]()
})

/** The report as text, section by section. */
function sections(params: IncidentParams): Record<string, string> {
  const found: Record<string, string> = {}
  let heading = 'cover'
  for (const block of buildReport(params, now).document.blocks) {
    if (block.kind === 'heading') heading = textOf(block.content).replace(/^\d+\. /, '')
    else found[heading] = `${found[heading] ?? ''}${linesOf(block).join('\n')}\n`
  }
  return found
}

function linesOf(block: WordBlock): string[] {
  if (block.kind === 'table') {
    const rows = [...(block.header ? [block.header] : []), ...block.rows]
    return rows.map((row) => row.map(({ content }) => textOf(content)).join(' | '))
  }
  return 'content' in block ? [textOf(block.content)] : []
}

test('every part of a report is there, in the order in which it is read', () => {
  expect(Object.keys(sections(least))).toEqual([
    'cover',
    'Executive summary',
    'Description',
    'Timeline',
    'Impact',
    'Root-cause analysis',
    'Actions taken',
    'Preventative measures',
    'Lessons learned',
    'Sign-off',
  ])
})

test('what was not given says so, and nothing is made up', () => {
  const { notRecorded } = buildReport(least, now)
  expect(notRecorded).toEqual([
    'date_of_incident',
    'reported_by',
    'severity',
    'impact',
    'actions_taken',
    'preventative_measures',
  ])
  const found = sections(least)
  for (const part of ['Timeline', 'Impact', 'Actions taken', 'Preventative measures'])
    expect(found[part]).toBe('Not recorded\n')
  expect(found['cover']).toContain('Date of incident | Not recorded')
  expect(found['cover']).toContain('SEVERITY | NOT RECORDED')
  expect(found['Lessons learned']).toContain('What will be different | Not recorded')
})

test('actions with a time make the timeline, after the incident and in order', () => {
  const { actions, timeline } = timelineOf({
    ...least,
    date_of_incident: '2026-04-12 14:02',
    actions_taken: [
      { time: '14:19', action: 'Rolled back', by: 'Ada' },
      '14:05 UTC – Alert raised',
      'Customers told',
      '2 engineers were called',
      '[9:30]: Standby',
    ],
  })
  expect(timeline).toEqual([
    { time: '2026-04-12 14:02', action: 'Incident occurred' },
    { time: '9:30', action: 'Standby' },
    { time: '14:05 UTC', action: 'Alert raised' },
    { time: '14:19', action: 'Rolled back', by: 'Ada' },
  ])
  expect(actions).toHaveLength(5)
  expect(actions[3]).toEqual({ action: '2 engineers were called' })
})

test('times that cannot be compared stay in the order in which they were given', () => {
  const { timeline } = timelineOf({
    ...least,
    actions_taken: [
      { time: 'the next morning', action: 'b' },
      { time: '14:05', action: 'a' },
    ],
  })
  expect(timeline.map(({ action }) => action)).toEqual(['b', 'a'])
})

test('each severity has its own colour, and shows in the header of every page', () => {
  const fills = (['Low', 'Medium', 'High', 'Critical'] as const).map((severity) => {
    const { document } = buildReport({ ...least, severity }, now)
    expect(document.header).toContain(severity)
    const badge = document.blocks.find((block) => block.kind === 'table')!
    return badge.rows[0]![0]!.fill
  })
  expect(new Set(fills).size).toBe(4)
})

test.each(['critical', 'SEV-1', 'urgent', ''])('the severity %j is refused with the list', (severity) => {
  const issues = checkFor(createIncidentReport.params, 'body')({ ...least, severity })
  expect(issues).toEqual([{ path: '/severity', message: 'must be one of Low, Medium, High, Critical' }])
})

test('the least and the most that can be given are accepted and written', async () => {
  const call = createTestCall({ ...folders, now: () => now })
  const path = join(folders.home, 'reports', 'INC-2041.docx')
  for (const given of [least, createIncidentReport.example.args, { ...withoutActions, actions_taken: [] }]) {
    const args = { ...given, output_path: path }
    expect(checkFor(createIncidentReport.params, 'body')(args)).toEqual([])
    const { data } = await createIncidentReport.run(args, call)
    expect(checkFor(createIncidentReport.data, 'result')(data)).toEqual([])
    expect(data.path).toBe(path)
  }
})

test('the interface has exactly these arguments', () => {
  expect(Object.keys(createIncidentReport.params.properties)).toEqual([
    'output_path',
    'incident_id',
    'date_of_incident',
    'reported_by',
    'severity',
    'description',
    'impact',
    'root_cause',
    'actions_taken',
    'preventative_measures',
  ])
  expect((createIncidentReport.params as { required?: string[] }).required).toEqual([
    'output_path',
    'incident_id',
    'description',
    'root_cause',
  ])
})

test('a report goes nowhere but to a .docx that may be written', async () => {
  const call = createTestCall(folders)
  const write = (output_path: string) => createIncidentReport.run({ ...least, output_path }, call)
  await expect(write('~/report.pdf')).rejects.toThrow('output_path must end in .docx')
  await expect(write('report.docx')).rejects.toThrow('output_path must be an absolute path')
  await expect(write(join(folders.dataFolder, 'x.docx'))).rejects.toMatchObject({ code: 'forbidden' })
})
