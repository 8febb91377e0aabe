import { expect, test } from 'vitest'
import { coordinateSpace } from './coordinate-space.ts'

test.each([
  ['qwen2.5-vl-7b', 'smart28'],
  ['qwen2.5vl:7b', 'smart28'],
  ['ui-tars-1.5-7b', 'smart28'],
  ['qwen3-vl:8b', 'norm1000'],
  ['gemini-3-pro', 'norm1000'],
  ['glm-4.6v', 'norm1000'],
  ['claude-sonnet-4-5', 'pixel'],
  ['gpt-5.4', 'pixel'],
  ['anything', 'pixel'],
])('%s names places in %s', (model, space) => expect(coordinateSpace(null, model)).toBe(space))

test('the setting counts more than the name', () => {
  expect(coordinateSpace('norm1', 'qwen3-vl')).toBe('norm1')
})
