import { describe, expect, test } from 'vitest'
import { automations } from './workflow-automations.ts'
import { calling, taint } from './workflow-calling.ts'
import { triggers } from './workflow-triggers.ts'
import { conditions, handlers } from './workflow-conditions.ts'
import { crashes } from './workflow-crashes.ts'
import { ends } from './workflow-ends.ts'
import { steering } from './workflow-flow.ts'
import { failing } from './workflow-failing.ts'
import { imports } from './workflow-imports.ts'
import { items, turns } from './workflow-items.ts'
import { people } from './workflow-people.ts'
import { records } from './workflow-records.ts'
import { recurring } from './workflow-recurring.ts'
import { pausing, running, variables } from './workflow-running.ts'
import { clockChanges, schedules } from './workflow-schedules.ts'
import { isWhole } from './shortened.ts'
import { undoing } from './workflow-undo.ts'
import { Stage, type BackendKit, type Behaviours } from './workflow-stage.ts'

const behaviours = {
  running,
  variables,
  conditions,
  handlers,
  items,
  turns,
  steering,
  pausing,
  people,
  failing,
  records,
  imports,
  crashes,
  schedules,
  recurring,
  automations,
  triggers,
  taint,
  calling,
  undoing,
  ends,
}

/** What workflows do, whatever they are stored in. */
export function describeWorkflows(kit: BackendKit): void {
  // What a clock shows is reckoned before anything is stored: on a slow backend one place stands for all.
  const places = kit.isSlow && !isWhole ? clockChanges.slice(0, 1) : clockChanges
  const groups = { ...behaviours, schedules: Object.assign({}, ...places, schedules) as Behaviours }
  for (const [group, tests] of Object.entries(groups))
    describe(`${group} on ${kit.name}`, () => {
      test.each(Object.entries(tests))('%s', async (_name, behave) => {
        expect.hasAssertions()
        await using stage = await Stage.open(kit)
        await behave(stage)
      })
    })
}
