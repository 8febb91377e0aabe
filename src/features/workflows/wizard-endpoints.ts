import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, identifier, nullable } from '../../contract/schema.ts'
import { PlannedStep } from './schemas.ts'
import { Trigger } from './triggers/schemas.ts'

const Draft = Type.Object(
  {
    name: nullable(Type.String(), { description: 'Name; null until there is one' }),
    steps: Type.Array(PlannedStep, {
      description: 'The steps so far, without arguments still to be asked',
    }),
    schedule: Type.Optional(
      Type.Object(
        {
          cron: Type.Optional(Type.String({ description: 'Cron expression' })),
          every: Type.Optional(Type.String({ description: 'Interval between runs with its unit, e.g. 2h' })),
          timezone: Type.Optional(Type.String({ description: 'IANA time zone for cron' })),
        },
        { description: 'The schedule, if it recurs' },
      ),
    ),
    triggers: Type.Optional(
      Type.Array(Trigger, { description: 'What starts it, if something that happens does' }),
    ),
  },
  { description: 'The workflow so far' },
)

export const WizardReply = Type.Object(
  {
    session_id: identifier('Identifies the session in the next call; it survives a restart'),
    message: Type.String({ description: "The wizard's question or message" }),
    suggestions: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Possible answers, for buttons; other answers work too',
      }),
    ),
    draft: Draft,
    done: Type.Boolean({
      description:
        'The session is over: workflow_id, schedule_id or automation_id was created, or it was cancelled',
    }),
    workflow_id: Type.Optional(identifier('The created workflow')),
    schedule_id: Type.Optional(identifier('The created schedule, if it recurs')),
    automation_id: Type.Optional(identifier('The created automation, if something that happens starts it')),
  },
  { $id: 'WizardReply', description: "The wizard's turn in the conversation" },
)

const sessionId = identifier('From the start of the session')

const question: Static<typeof WizardReply> = {
  session_id: 'wiz_4r7n1e8k5s',
  message: 'Which folder should be searched? A path, for example ~/Documents.',
  suggestions: ['~/Documents', '~/Downloads', '~'],
  draft: {
    name: 'List invoices',
    steps: [
      {
        id: 'find',
        agent: 'file_manager',
        action: 'SEARCH_FILES',
        args: { query: 'invoice' },
        depends_on: [],
      },
    ],
  },
  done: false,
}

const answered: Static<typeof WizardReply> = {
  session_id: question.session_id,
  message: 'Should anything happen with the result?',
  suggestions: ['Write it to a file', "No, that's all"],
  draft: {
    name: 'List invoices',
    steps: [
      {
        id: 'find',
        agent: 'file_manager',
        action: 'SEARCH_FILES',
        args: { query: 'invoice', path: '~/Documents' },
        depends_on: [],
      },
    ],
  },
  done: false,
}

export const wizardEndpoints = defineContract({
  startWizard: {
    method: 'POST',
    path: '/api/workflows/wizard/start',
    summary: 'Start building a workflow step by step',
    description: 'Works with and without a model.',
    body: closed({
      goal: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 20_000,
          description: 'What the workflow is for; the wizard asks if omitted',
        }),
      ),
    }),
    result: WizardReply,
    example: { body: { goal: 'List my invoices' }, result: question },
  },

  chatWithWizard: {
    method: 'POST',
    path: '/api/workflows/wizard/chat',
    summary: 'Answer the wizard',
    description:
      'An answer that doesn\'t fit gets an explanation and the question again. "back" undoes the last answer, "cancel" ends the ' +
      'session, "help" repeats the question. 409 if the session is over.',
    body: closed({
      session_id: sessionId,
      message: Type.String({ minLength: 1, maxLength: 20_000, description: 'The answer, in words' }),
    }),
    result: WizardReply,
    errors: ['not_found', 'conflict', 'forbidden'],
    example: { body: { session_id: question.session_id, message: '~/Documents' }, result: answered },
  },

  stepBackInWizard: {
    method: 'POST',
    path: '/api/workflows/wizard/back',
    summary: 'Undo the last answer',
    description: 'Returns the previous question. At the first question nothing changes.',
    body: closed({ session_id: sessionId }),
    result: WizardReply,
    errors: ['not_found', 'conflict'],
    example: { body: { session_id: question.session_id }, result: question },
  },
})
