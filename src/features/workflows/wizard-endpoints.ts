import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, identifier, nullable } from '../../contract/schema.ts'
import { PlannedStep } from './schemas.ts'

const Draft = Type.Object(
  {
    name: nullable(Type.String(), { description: 'Name for a person; null until there is one' }),
    steps: Type.Array(PlannedStep, {
      description: 'The steps so far; arguments that are still to be asked are missing',
    }),
    schedule: Type.Optional(
      Type.Object(
        {
          cron: Type.Optional(Type.String({ description: 'Cron expression' })),
          every: Type.Optional(Type.String({ description: 'Pause between runs with its unit, e.g. 2h' })),
          timezone: Type.Optional(Type.String({ description: 'IANA time zone in which cron is read' })),
        },
        { description: 'When it will recur, if it will' },
      ),
    ),
  },
  { description: 'The workflow so far' },
)

export const WizardReply = Type.Object(
  {
    session_id: identifier('Names the session in the next call; it survives a restart'),
    message: Type.String({ description: 'What the wizard asks or says' }),
    suggestions: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Answers that would fit, for buttons; any other answer is as good',
      }),
    ),
    draft: Draft,
    done: Type.Boolean({
      description: 'The session is over: what workflow_id or schedule_id names was made, or it was cancelled',
    }),
    workflow_id: Type.Optional(identifier('The workflow that was made')),
    schedule_id: Type.Optional(identifier('The schedule that was made, where it is to recur')),
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
  message: 'Should anything be done with the result?',
  suggestions: ['Write it to a file', 'No, that is all'],
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
    summary: 'Begin building a workflow step by step',
    description: 'Works with and without a model.',
    body: closed({
      goal: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 20_000,
          description: 'What the workflow is for; the wizard asks otherwise',
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
      'An answer that does not fit is told why and asked again. "back" takes back the last answer, "cancel" ends the ' +
      'session, "help" asks again. 409 when the session is over.',
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
    summary: 'Take back the last answer',
    description: 'Returns the question before. At the first question it stays where it is.',
    body: closed({ session_id: sessionId }),
    result: WizardReply,
    errors: ['not_found', 'conflict'],
    example: { body: { session_id: question.session_id }, result: question },
  },
})
