import { expect, test } from 'vitest'
import { spokenAnswer } from '../../web/src/chat/spoken-answer.ts'

const said = (text: string) =>
  spokenAnswer({ status: 'done', parts: [{ kind: 'text', id: 't', slot: 0, text }], problem: undefined })

test.each([
  ['The **fox cub** slept *well* in `~/den`.', 'The fox cub slept well in ~/den.'],
  ['## Plan\n\n- [x] pack\n- go to [Oslo](https://example.org)', 'Plan\n\npack\ngo to Oslo'],
  ['> quoted\n\n```ts\nlet a = 2 * 3 * 4\n```', 'quoted\n\n\nlet a = 2 * 3 * 4'],
  ['5 * 3 is 15, snake_case_name stays', '5 * 3 is 15, snake_case_name stays'],
])('%j is read aloud as %j', (text, spoken) => {
  expect(said(text)).toBe(spoken)
})

test('a component is named, and an answer that failed says why', () => {
  const component = { type: 'todo_list', id: 'shopping' }
  const parts = [{ kind: 'component', id: 'c', slot: 0, component, loading: false }] as const
  expect(spokenAnswer({ status: 'done', parts, problem: undefined })).toBe('todo list')
  const problem = { message: 'No model is set.', retryable: false }
  expect(spokenAnswer({ status: 'failed', parts, problem })).toBe('The answer failed. No model is set.')
})
