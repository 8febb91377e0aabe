import { AppError } from '../../contract/errors.ts'
import { dictionary, exactlyOne, literals, loose, timestamp } from '../../contract/schema.ts'
import { definePlugin, defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'

/** The engine carries these out itself: outside of a workflow there is nothing to wait for, set or stop. */
function onlyInWorkflows(action: string) {
  return async (): Promise<never> => {
    throw new AppError('invalid_request', `${action} works only as a step of a workflow.`)
  }
}

const YEAR_SECONDS = 366 * 86_400

const waitFor = defineTool({
  action: 'WAIT_FOR',
  title: 'Wait',
  description:
    'Waits for a while, until a moment, or for something to happen. A wait outlives a restart and keeps no other step ' +
    'from running.',
  params: Type.Object(
    {
      for_s: Type.Optional(
        Type.Number({ minimum: 0, maximum: YEAR_SECONDS, description: 'Seconds to wait, a year at most' }),
      ),
      until: Type.Optional(timestamp('The moment to wait for, at most a year away')),
      event: Type.Optional(
        loose(
          { type: Type.String({ minLength: 1, maxLength: 50, description: 'Type of a trigger, e.g. mail' }) },
          {
            description:
              'A trigger as automations have them, without its id; $event in its when is the event',
          },
        ),
      ),
      timeout_s: Type.Optional(
        Type.Number({
          minimum: 1,
          maximum: YEAR_SECONDS,
          description: 'With event: seconds after which it gives up; 30 days by default',
        }),
      ),
      on_timeout: Type.Optional(
        literals(['fail', 'continue'], { description: 'With event: what then; fail by default' }),
      ),
    },
    exactlyOne(['for_s', 'until', 'event']),
  ),
  data: Type.Object({
    until: Type.Optional(timestamp('When the wait was over')),
    event: Type.Optional(Type.Unknown({ description: 'What happened; null if nothing did in time' })),
    timed_out: Type.Optional(Type.Boolean({ description: 'With event: whether it did not happen in time' })),
  }),
  risk: 'read',
  reads: [],
  idempotent: true,
  example: { args: { for_s: 3600 } },
  run: onlyInWorkflows('WAIT_FOR'),
})

const setValues = defineTool({
  action: 'SET_VALUES',
  title: 'Set values',
  description: 'Gives names to values, or works them out, for the steps behind it.',
  params: Type.Object({
    data: Type.Optional(
      Type.Unknown({ description: 'Any value as the whole result, instead of values and compute' }),
    ),
    values: Type.Optional(dictionary(Type.Unknown(), { description: 'Values by name' })),
    compute: Type.Optional(
      dictionary(Type.String({ minLength: 1, maxLength: 2_000 }), {
        description: 'Expressions by name, e.g. {"total": "$a.price + $b.price"}',
      }),
    ),
  }),
  data: Type.Unknown({ description: 'All of them by name' }),
  risk: 'read',
  reads: [],
  idempotent: true,
  example: { args: { values: { currency: 'EUR' }, compute: { total: '2 + 3' } } },
  run: onlyInWorkflows('SET_VALUES'),
})

const stopWorkflow = defineTool({
  action: 'STOP_WORKFLOW',
  title: 'Stop the workflow',
  description: 'Ends the workflow here: what has not begun is skipped, what runs ends.',
  params: Type.Object({
    outcome: Type.Optional(
      literals(['completed', 'failed'], { default: 'completed', description: 'How the workflow ends' }),
    ),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: 'Why' })),
  }),
  data: Type.Object({ outcome: Type.String({ description: 'How the workflow ends' }) }),
  risk: 'read',
  reads: [],
  idempotent: true,
  example: { args: { outcome: 'failed', message: 'There are no invoices.' } },
  run: onlyInWorkflows('STOP_WORKFLOW'),
})

const callAutomation = defineTool({
  action: 'CALL_AUTOMATION',
  title: 'Run an automation',
  description:
    'Runs a saved automation as a workflow of its own. Its outputs are members of the result. Pausing or deleting this ' +
    'workflow does the same to it.',
  params: Type.Object({
    automation: Type.String({ minLength: 1, maxLength: 128, description: 'automation_id' }),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'A fixed version; the newest by default' }),
    ),
    inputs: Type.Optional(dictionary(Type.Unknown(), { description: 'Values for its $inputs' })),
    wait: Type.Optional(
      Type.Boolean({ default: true, description: 'false goes on without waiting for its end' }),
    ),
  }),
  data: loose(
    {
      workflow_id: Type.String({ description: 'The run' }),
      status: Type.String({ description: 'Its status' }),
    },
    { description: 'The outputs of its steps by name, and which run it was' },
  ),
  risk: 'read',
  reads: [],
  idempotent: true,
  example: { args: { automation: 'aut_7c2m9x4k1p', inputs: { folder: '~/Inbox' } } },
  run: onlyInWorkflows('CALL_AUTOMATION'),
})

/** Steps that steer a workflow. They are no tools for a conversation, so they are listed for workflows only. */
export const flow = definePlugin({
  agent: 'flow',
  title: 'Flow',
  summary: 'Waits, sets values, calls automations and stops, within a workflow.',
  tools: [waitFor, setValues, callAutomation, stopWorkflow],
})
