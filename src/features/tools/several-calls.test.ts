import { expect, test } from 'vitest'
import { questionAboutCalls } from './several-calls.ts'

test('what several calls have in common is said once', () => {
  const call = { agent: 'files', action: 'DELETE_FILE', args: {}, risk: 'dangerous' } as const
  const hard = 'The assistant wants to do something that may be hard to undo.'
  const { question } = questionAboutCalls(
    [
      { ...call, title: 'Delete “a”?', reason: hard },
      { ...call, title: 'Run “b”?', reason: `${hard} It can use the internet.` },
      { ...call, title: 'Read “c”?', reason: null },
    ],
    'model',
  )
  expect(question).toEqual({
    title: 'Delete “a” and 2 more?',
    message: `${hard} It can use the internet.`,
  })
})
