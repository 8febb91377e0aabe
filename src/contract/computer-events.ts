import { Type } from './type.ts'
import { defineEvent } from './event.ts'
import { PlanStep } from './computer-plan.ts'
import { identifier, literals } from './schema.ts'

const sentence = (description: string) => Type.String({ description })

export const computerStarted = defineEvent({
  type: 'computer.started',
  summary: 'The service took control of the desktop. A client should show it until computer.ended.',
  data: Type.Object({
    task_id: identifier('The task'),
    task: sentence('What it should do'),
    max_steps: Type.Integer({ minimum: 1, description: 'Number of steps after which it gives up' }),
  }),
  example: { task_id: 'cmp_01', task: 'Open the calendar', max_steps: 40 },
})

export const computerAction = defineEvent({
  type: 'computer.action',
  summary: 'One step of control over the desktop.',
  data: Type.Object({
    task_id: identifier('The task'),
    step: Type.Integer({ minimum: 1, description: 'Counts from 1' }),
    action: Type.String({ description: 'The action: click, type, key, scroll, wait …' }),
    message: Type.Optional(sentence('The step in words for a person')),
  }),
  example: { task_id: 'cmp_01', step: 3, action: 'click', message: 'Click "Calendar".' },
})

export const computerPlanned = defineEvent({
  type: 'computer.planned',
  summary: 'The model wrote or changed its plan for a task.',
  data: Type.Object({
    task_id: identifier('The task'),
    plan: Type.Array(PlanStep, { description: 'All of its steps, in order' }),
  }),
  example: {
    task_id: 'cmp_01',
    plan: [
      { text: 'Open the calendar', state: 'done' },
      { text: 'Add lunch with Ada at one', state: 'doing' },
    ],
  },
})

export const computerChecked = defineEvent({
  type: 'computer.checked',
  summary: 'The model said that a task is done, and a new look at the screen was taken to check it.',
  data: Type.Object({
    task_id: identifier('The task'),
    reached: Type.Boolean({ description: 'Whether the task is done; if not, it goes on' }),
    because: sentence('What is missing, in the words of the model; empty if nothing is'),
  }),
  example: { task_id: 'cmp_01', reached: false, because: 'The event is not saved yet.' },
})

export const computerLooked = defineEvent({
  type: 'computer.looked',
  summary: 'A new screenshot is ready at GET /api/computer/{task_id}/screenshot.',
  data: Type.Object({
    task_id: identifier('The task'),
    step: Type.Integer({ minimum: 0, description: 'Actions done before it was taken' }),
  }),
  example: { task_id: 'cmp_01', step: 3 },
})

export const computerRecorded = defineEvent({
  type: 'computer.recorded',
  summary: 'There is more, or nothing any more, at GET /api/computer/recordings/{task_id}.',
  data: Type.Object({
    task_id: identifier('The task'),
    deleted: Type.Boolean({ description: 'Whether the recording is gone' }),
  }),
  example: { task_id: 'cmp_01', deleted: false },
})

export const computerEnded = defineEvent({
  type: 'computer.ended',
  summary: 'The service gave control of the desktop back; keys and buttons are released.',
  data: Type.Object({
    task_id: identifier('The task'),
    status: literals(['completed', 'failed', 'stopped', 'waiting'], {
      description: 'How it ended; waiting means it has a question for you',
    }),
    message: Type.Optional(sentence('The outcome or the question in a sentence')),
    changes: Type.Optional(
      Type.Array(Type.String(), { description: 'What the service saw to change, a line for each kind' }),
    ),
  }),
  example: {
    task_id: 'cmp_01',
    status: 'completed',
    message: 'The calendar is open.',
    changes: ['Windows opened: "Calendar"'],
  },
})
