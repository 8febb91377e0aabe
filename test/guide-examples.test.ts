import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followExample, needsMachine } from './guides/follow-example.ts'
import { GuideMachine, GuideStage } from './guides/guide-stage.ts'
import { problemsOfMarks } from './guides/marks.ts'
import { readExamples } from './guides/read-examples.ts'
import { surroundingsOf } from './guides/surroundings.ts'

/**
 * Each example of each page is done as a reader would do it, in order. Pages that leave the machine as they find it share one
 * service; the others have one each.
 */
const root = join(import.meta.dirname, '..')
const pages = ['README.md', ...(await Array.fromAsync(glob('docs/*.md', { cwd: root }))).toSorted()]
const LONG_MS = 300_000

const around = new Map(
  await Promise.all(pages.map(async (page) => [page, await surroundingsOf(page)] as const)),
)
const isShared = (page: string) => around.get(page)!.isAlone !== true
let shared: GuideMachine

beforeAll(async () => {
  shared = await GuideMachine.open(pages.filter(isShared).map((page) => around.get(page)!))
}, LONG_MS)
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
  for (const one of around.values()) await one[Symbol.asyncDispose]?.()
})

test.concurrent.for(pages)('the examples of %s', { timeout: LONG_MS }, async (page) => {
  const examples = await readExamples(page)
  const problems = problemsOfMarks(examples)
  await using stack = new AsyncDisposableStack()
  const machine =
    isShared(page) || !examples.some(needsMachine)
      ? shared
      : stack.use(await GuideMachine.open([around.get(page)!]))
  const stage = stack.use(await GuideStage.open(machine, around.get(page)!))
  for (const [index, example] of examples.entries())
    await followExample(example, stage, examples[index - 1]).catch((error: unknown) => {
      problems.push(`${page}:${example.line} (${example.section}): ${(error as Error).message}`)
    })
  expect(problems).toEqual([])
})
