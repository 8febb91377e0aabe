import { expect, test } from 'vitest'
import {
  draftOf,
  plannedOf,
  possibleForerunners,
  withoutStep,
  withStep,
} from '../../web/src/pages/flows/draft.ts'

const steps = [
  { id: 'find', agent: 'file_manager', action: 'SEARCH_FILES', args: { query: 'x' }, depends_on: [] },
  {
    id: 'save',
    agent: 'file_manager',
    action: 'WRITE_FILE',
    args: { path: '~/x', content: '$find' },
    depends_on: ['find'],
    outputs: ['path'],
    needs_human: true,
    retry: 2,
  },
]

test('a plan that nobody changed is sent as it came', () => {
  expect(plannedOf(draftOf(steps))).toEqual(steps)
})

test('a step that is renamed keeps those that follow it', () => {
  const renamed = draftOf(steps).map((step) => (step.id === 'find' ? { ...step, id: 'look' } : step))
  expect(plannedOf(renamed)[1]?.depends_on).toEqual(['look'])
})

test('a step that is taken out is no longer waited for', () => {
  expect(plannedOf(withoutStep(draftOf(steps), 'find'))[0]?.depends_on).toEqual([])
})

test('a new step follows the last one and gets a name of its own', () => {
  const tool = { agent: 'file_manager', action: 'LIST_FILES' }
  const draft = withStep(withStep([], tool), tool)
  expect(plannedOf(draft).map(({ id, depends_on }) => ({ id, depends_on }))).toEqual([
    { id: 'list_files', depends_on: [] },
    { id: 'list_files_2', depends_on: ['list_files'] },
  ])
})

test('a step cannot be made to wait for one that waits for it', () => {
  const draft = withStep(draftOf(steps), { agent: 'file_manager', action: 'LIST_FILES' })
  expect(possibleForerunners(draft, 'find')).toEqual([])
  expect(possibleForerunners(draft, 'save').map(({ key }) => key)).toEqual(['find'])
})
