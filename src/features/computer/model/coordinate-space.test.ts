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
])('%s names places in %s', (model, space) =>
  expect(coordinateSpace(null, { provider: 'openai_compatible', model })).toBe(space),
)

test('the setting counts more than the name', () => {
  expect(coordinateSpace('norm1', { provider: 'ollama', model: 'qwen3-vl' })).toBe('norm1')
})

test("a provider's own tool names them as it does, whatever the setting", () => {
  const gemini = { provider: 'google', model: 'gemini-3.5-flash' }
  expect(coordinateSpace('pixel', gemini)).toBe('norm1000')
  expect(coordinateSpace('norm1', { provider: 'anthropic', model: 'claude-sonnet-4-5' })).toBe('pixel')
})
