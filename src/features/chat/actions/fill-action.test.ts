import { expect, test } from 'vitest'
import { fillAction } from './fill-action.ts'

test('a text that is only a name takes the value with its type, inside a longer text it is written out', () => {
  const action = {
    kind: 'tool',
    tool_name: 'WRITE_FILE',
    args: {
      count: '$count',
      all: '$form',
      text: 'Take $count of $value for $$5',
      list: ['$value', '$unknown'],
    },
  }
  expect(fillAction(action, { value: ['a'], form: { count: 3 } })).toEqual({
    kind: 'tool',
    tool_name: 'WRITE_FILE',
    args: { count: 3, all: { count: 3 }, text: 'Take 3 of ["a"] for $5', list: [['a'], '$unknown'] },
  })
})

test('what was entered is not looked at again', () => {
  expect(fillAction({ text: '$value and $name' }, { value: '$name', form: { name: '$$' } })).toEqual({
    text: '$name and $$',
  })
})
