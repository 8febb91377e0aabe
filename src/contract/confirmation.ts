import { Type, type Static } from './type.ts'
import { closed, dictionary, identifier, literals, timestamp } from './schema.ts'
import { PreviewedChange } from './preview.ts'
import { QuestionForm } from './question-form.ts'
import type { Risk } from './tool.ts'

const risks = ['read', 'write', 'external', 'dangerous'] as const satisfies readonly Risk[]

/** The risk classes of a tool as a schema. */
export const RiskClass = literals(risks, {
  description:
    'How much harm a call can do: read looks, write changes files of the user, external sends something out, ' +
    'dangerous deletes, runs programs or controls the desktop',
})

/** For how much a yes counts, when it is to count for more than this once. */
export const AllowScope = literals(['conversation', 'folder'], {
  description:
    'conversation: the same tool for the same target, until the conversation is deleted. folder: the same tool in the ' +
    'same folder, in every conversation.',
})
export type AllowScope = Static<typeof AllowScope>

/** What a person sees of one call beside its arguments. */
export const CallDetail = closed({
  index: Type.Integer({ minimum: 0, description: 'Which call, counted from 0; 0 if there is only one' }),
  changes: Type.Optional(
    Type.Array(PreviewedChange, { description: 'What it would change, as of the moment it was asked' }),
  ),
  allow: Type.Optional(
    Type.Array(
      closed({
        scope: AllowScope,
        words: Type.String({ description: 'What would be allowed, e.g. Delete in ~/Documents/Old' }),
      }),
      { description: 'What a yes can allow from now on; send it back as changes[].allow' },
    ),
  ),
})
export type CallDetail = Static<typeof CallDetail>

/** A question to a person, bound to exactly the arguments it shows. It is also the component that asks it. */
export const Confirmation = Type.Object(
  {
    type: Type.Literal('confirmation', {
      description: 'The component type, so a client can draw it as is',
    }),
    confirmation_id: identifier('Pass it to POST /api/confirm to answer'),
    title: Type.String({ description: 'The question in a few words' }),
    message: Type.String({ description: 'What would happen, and why you are asked' }),
    agent: Type.String({ description: 'Plugin that owns the action' }),
    action: Type.String({ description: 'The waiting tool' }),
    args: dictionary(Type.Unknown(), {
      description:
        'The exact arguments it will run with. Invisible characters are written out, e.g. \\u{202E}; the call ' +
        'itself gets them unchanged.',
    }),
    risk: RiskClass,
    expires_at: timestamp('When the request expires'),
    form: Type.Optional({
      ...QuestionForm,
      description:
        'What somebody else, e.g. an MCP server, wants to know. Approve with changes: [{index: 0, args: the values by name}]; reject to decline.',
    }),
    workflow_id: Type.Optional(identifier('The waiting workflow, if it is a step')),
    step_id: Type.Optional(identifier('The waiting step, if it is one')),
    details: Type.Optional(
      Type.Array(CallDetail, {
        description: 'What the calls would change, and what can be allowed permanently',
      }),
    ),
  },
  { $id: 'Confirmation', description: 'A request for approval; answered once, and only before it expires' },
)
export type Confirmation = Static<typeof Confirmation>

/**
 * The question without what is in the files: for whoever asked, who is not the person, and may be asking about a file that
 * it may not read.
 */
export function withoutDetails({ details: _details, ...question }: Confirmation): Confirmation {
  return question
}
