import { Type } from './type.ts'
import { defineEvent } from './event.ts'
import { identifier, literals } from './schema.ts'

const sentence = (description: string) => Type.String({ description })

export const runStarted = defineEvent({
  type: 'run.start',
  summary: 'A chat message is being answered; GET /api/runs/{run_id}/events carries every event of it.',
  data: Type.Object({
    run_id: identifier('The run'),
    session_id: identifier('The chat it belongs to'),
    message: sentence('What the person said'),
  }),
  example: { run_id: 'run_01', session_id: 'chat_01', message: 'weather in Paris' },
})

export const runEnded = defineEvent({
  type: 'run.end',
  summary: 'A chat message was answered.',
  data: Type.Object({
    run_id: identifier('The run'),
    session_id: identifier('The chat it belongs to'),
    outcome: literals(['success', 'interrupt', 'cancelled'], {
      description: 'How it ended; interrupt means it waits for you',
    }),
  }),
  example: { run_id: 'run_01', session_id: 'chat_01', outcome: 'success' },
})

export const chatChanged = defineEvent({
  type: 'chat.changed',
  summary: 'A chat was renamed, pinned, deleted or restored.',
  data: Type.Object({ session_id: identifier('The chat') }),
  example: { session_id: 'chat_01' },
})

export const runFailed = defineEvent({
  type: 'run.error',
  summary: "A chat message couldn't be answered.",
  data: Type.Object({
    run_id: identifier('The run'),
    session_id: identifier('The chat it belongs to'),
    code: Type.String({ description: 'Stable code for the failure' }),
    message: sentence('What to do next'),
    retryable: Type.Boolean({ description: 'Whether the same message may work later' }),
  }),
  example: {
    run_id: 'run_01',
    session_id: 'chat_01',
    code: 'upstream_timeout',
    message: "The model didn't answer in time. Try again.",
    retryable: true,
  },
})
