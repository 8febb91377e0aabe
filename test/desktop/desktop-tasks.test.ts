import { describe, expect, test } from 'vitest'
import { hasDesktop } from './stage.ts'
import { runTask } from './tasks/run-task.ts'
import { startScriptedModel } from './tasks/scripted-model.ts'
import { missingPrograms, tasks } from './tasks/tasks.ts'

// It tries the examples of docs/computer-control.md.

const TIMEOUT = 400_000
/** Some for each program; `npm run prove` does all of them. */
const few = new Set([
  'mousepad-replace',
  'calc-change',
  'calc-rename-sheet',
  'writer-heading',
  'thunar-trash',
  'browser-form',
  'browser-long-page',
  'browser-pay-by-return',
  'browser-upload',
  'galculator-product',
])

test('there are at least thirty, each with a name of its own', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(30)
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length)
})

describe.runIf(hasDesktop)('a model that acts by what it is told', () => {
  for (const task of tasks.filter(({ name }) => few.has(name))) {
    const isPossible = missingPrograms(task).length === 0
    test.runIf(isPossible)(`does ${task.name}`, { timeout: TIMEOUT }, async () => {
      await using model = await startScriptedModel()
      const { reason } = await runTask(task, { kind: 'x11', decider: { kind: 'scripted', model } })
      expect(reason).toBeNull()
    })
  }
})
