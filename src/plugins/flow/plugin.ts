import { AppError } from '../../contract/errors.ts'
import { dictionary, exactlyOne, literals, timestamp } from '../../contract/schema.ts'
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
    'Waits for a while, or until a moment. A wait outlives a restart and keeps no other step from running.',
  params: Type.Object(
    {
      for_s: Type.Optional(
        Type.Number({ minimum: 0, maximum: YEAR_SECONDS, description: 'Seconds to wait, a year at most' }),
      ),
      until: Type.Optional(timestamp('The moment to wait for, at most a year away')),
    },
    exactlyOne(['for_s', 'until']),
  ),
  data: Type.Object({ until: timestamp('When the wait was over') }),
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
    values: Type.Optional(dictionary(Type.Unknown(), { description: 'Values by name' })),
    compute: Type.Optional(
      dictionary(Type.String({ minLength: 1, maxLength: 2_000 }), {
        description: 'Expressions by name, e.g. {"total": "$a.price + $b.price"}',
      }),
    ),
  }),
  data: dictionary(Type.Unknown(), { description: 'All of them by name' }),
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

/** Steps that steer a workflow. They are no tools for a conversation, so they are listed for workflows only. */
export const flow = definePlugin({
  agent: 'flow',
  title: 'Flow',
  summary: 'Waits, sets values and stops, within a workflow.',
  tools: [waitFor, setValues, stopWorkflow],
})
