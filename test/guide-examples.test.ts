import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { followExample } from './guides/follow-example.ts'
import { GuideStage } from './guides/guide-stage.ts'
import { readExamples } from './guides/read-examples.ts'
import { surroundingsOf } from './guides/surroundings.ts'

/** Each example of each page is done as a reader would do it, in order, against a service of its own. */
const root = join(import.meta.dirname, '..')
const pages = await Array.fromAsync(glob('docs/*.md', { cwd: root }))
const LONG_MS = 300_000

describe.concurrent('the examples of', () => {
  for (const page of ['README.md', ...pages.toSorted()])
    test(
      page,
      async () => {
        const examples = await readExamples(page)
        const problems: string[] = []
        if (examples.length > 0) {
          const around = await surroundingsOf(page)
          onTestFinished(() => around[Symbol.asyncDispose]())
          await using stage = await GuideStage.open(around)
          for (const [index, example] of examples.entries())
            await followExample(example, stage, examples[index - 1]).catch((error: unknown) => {
              problems.push(`${page}:${example.line} (${example.section}): ${(error as Error).message}`)
            })
        }
        expect(problems).toEqual([])
      },
      LONG_MS,
    )
})
