import { Type, type Static } from './type.ts'
import { dictionary, identifier, literals, timestamp } from './schema.ts'
import type { Risk } from './tool.ts'

const risks = ['read', 'write', 'external', 'dangerous'] as const satisfies readonly Risk[]

/** The risk classes of a tool as a schema. */
export const RiskClass = literals(risks, {
  description:
    'How much harm a call can do: read looks, write changes files of the user, external sends something out, ' +
    'dangerous deletes, runs programs or controls the desktop',
})

/** A question to a person, bound to exactly the arguments it shows. It is also the component that asks it. */
export const Confirmation = Type.Object(
  {
    type: Type.Literal('confirmation', {
      description: 'The component type, so that a shell can draw it as it is',
    }),
    confirmation_id: identifier('What POST /api/confirm answers'),
    title: Type.String({ description: 'The question in a few words' }),
    message: Type.String({ description: 'What would happen, and why a person is asked' }),
    agent: Type.String({ description: 'Plugin that owns the action' }),
    action: Type.String({ description: 'Tool that waits' }),
    args: dictionary(Type.Unknown(), {
      description:
        'The arguments it will run with, whole. Characters that are not seen are written out, e.g. \\u{202E}; what runs ' +
        'has them as they are.',
    }),
    risk: RiskClass,
    expires_at: timestamp('After this moment it can no longer be answered'),
    workflow_id: Type.Optional(identifier('Workflow that waits, when it is a step')),
    step_id: Type.Optional(identifier('Step that waits, when it is one')),
  },
  { $id: 'Confirmation', description: 'A request for approval; answered once, and only before it expires' },
)
export type Confirmation = Static<typeof Confirmation>
