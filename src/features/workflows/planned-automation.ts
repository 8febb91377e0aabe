import { Type } from '../../contract/type.ts'
import { PlannedStep } from './schemas.ts'
import { Trigger } from './triggers/schemas.ts'

/** The answer to a sentence that says when something should happen. */
export const PlannedAutomation = Type.Object(
  {
    name: Type.String({ description: 'Name' }),
    triggers: Type.Array(Trigger, { description: "What starts it; empty if that couldn't be planned" }),
    steps: Type.Array(PlannedStep, { description: 'The steps; $event is what has happened' }),
    questions: Type.Optional(
      Type.Array(Type.String(), { description: 'What must be known before it can be stored' }),
    ),
  },
  { $id: 'PlannedAutomation', description: 'An automation that could be stored; nothing is stored yet' },
)
