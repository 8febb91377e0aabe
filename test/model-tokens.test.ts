import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureTokens, openTokenStage } from './model-tokens-stage.ts'

test('what a conversation with a model costs', async () => {
  await using stage = await openTokenStage()
  const figures = await measureTokens(stage)
  expect(figures.missed).toEqual([])
  expect(figures.messages).toBeGreaterThanOrEqual(20)
  expect(figures.hey).toBeLessThanOrEqual(5_000)
  expect(figures.average).toBeLessThanOrEqual(6_500)
  expect(figures.shared).toBe(1)
  expect(figures.invoices.requests).toBe(4)
  expect(figures.invoices.tokens).toBeLessThanOrEqual(30_000)
  await access(join(stage.home, 'Documents', 'invoices.xlsx'))
})
