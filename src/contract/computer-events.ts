import { Type } from './type.ts'
import { defineEvent } from './event.ts'
import { identifier, literals } from './schema.ts'

const sentence = (description: string) => Type.String({ description })

export const computerStarted = defineEvent({
  type: 'computer.started',
  summary: 'The service took control of the desktop. A client should show it until computer.ended.',
  data: Type.Object({
    task_id: identifier('The task'),
    task: sentence('What it is to do'),
    max_steps: Type.Integer({ minimum: 1, description: 'After how many steps it gives up' }),
  }),
  example: { task_id: 'cmp_01', task: 'Open the calendar', max_steps: 40 },
})

export const computerAction = defineEvent({
  type: 'computer.action',
  summary: 'One step of control over the desktop.',
  data: Type.Object({
    task_id: identifier('The task'),
    step: Type.Integer({ minimum: 1, description: 'Counts from 1' }),
    action: Type.String({ description: 'What is done: click, type, key, scroll, wait …' }),
    message: Type.Optional(sentence('The step in words for a person')),
  }),
  example: { task_id: 'cmp_01', step: 3, action: 'click', message: 'Click "Calendar".' },
})

export const computerLooked = defineEvent({
  type: 'computer.looked',
  summary: 'There is a new picture of the screen; GET /api/computer/{task_id}/screenshot has it.',
  data: Type.Object({
    task_id: identifier('The task'),
    step: Type.Integer({ minimum: 0, description: 'How many actions were done before it was taken' }),
  }),
  example: { task_id: 'cmp_01', step: 3 },
})

export const computerEnded = defineEvent({
  type: 'computer.ended',
  summary: 'The service gave control of the desktop back; keys and buttons are released.',
  data: Type.Object({
    task_id: identifier('The task'),
    status: literals(['completed', 'failed', 'stopped', 'waiting'], {
      description: 'How it ended; waiting has a question to the user',
    }),
    message: Type.Optional(sentence('The outcome or the question in a sentence')),
  }),
  example: { task_id: 'cmp_01', status: 'completed', message: 'The calendar is open.' },
})
