import { describe, expect, test } from 'vitest'
import { conditions, handlers } from './workflow-conditions.ts'
import { crashes } from './workflow-crashes.ts'
import { failing } from './workflow-failing.ts'
import { imports } from './workflow-imports.ts'
import { items, turns } from './workflow-items.ts'
import { people } from './workflow-people.ts'
import { records } from './workflow-records.ts'
import { pausing, running, variables } from './workflow-running.ts'
import { schedules } from './workflow-schedules.ts'
import { Stage, type BackendKit } from './workflow-stage.ts'

const behaviours = {
  running,
  variables,
  conditions,
  handlers,
  items,
  turns,
  pausing,
  people,
  failing,
  records,
  imports,
  crashes,
  schedules,
}

/** What workflows do, whatever they are stored in. */
export function describeWorkflows(kit: BackendKit): void {
  for (const [group, tests] of Object.entries(behaviours))
    describe(`${group} on ${kit.name}`, () => {
      test.each(Object.entries(tests))('%s', async (_name, behave) => {
        expect.hasAssertions()
        await using stage = await Stage.open(kit)
        await behave(stage)
      })
    })
}
