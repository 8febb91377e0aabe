import { PlanStep } from './computer-plan.ts'
import { identifier, literals, nullable, timestamp } from './schema.ts'
import { Type, type Static } from './type.ts'

const pixels = (description: string) => Type.Number({ description })

const Place = Type.Object({ x: pixels('From the left'), y: pixels('From the top') })

export const RecordingMark = Type.Object(
  {
    points: Type.Array(Place, { description: 'Where it clicked; several for a drag' }),
    area: nullable(
      Type.Object({
        x: pixels('From the left'),
        y: pixels('From the top'),
        width: pixels('Width'),
        height: pixels('Height'),
      }),
      { description: 'What it typed into or pressed a key on' },
    ),
  },
  { description: 'Where something was done, in pixels of the picture' },
)
export type RecordingMark = Static<typeof RecordingMark>

export const RecordingMoment = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Counted from 1' }),
    kind: literals(['step', 'question', 'check', 'end'], {
      description: 'An action, a question to you, a check whether the task is done, or its end',
    }),
    at: timestamp('When it happened'),
    action: nullable(Type.String(), { description: 'The action of a step, e.g. CLICK_AT' }),
    words: Type.String({ description: 'What was done or asked, in plain words' }),
    reason: Type.String({
      description:
        'Why: in the words of the model, or of the question; for a check, what the model said was done',
    }),
    result: Type.String({ description: 'What came of it; empty while that is open' }),
    state: literals(
      [
        'done',
        'not_done',
        'open',
        'approved',
        'rejected',
        'expired',
        'cancelled',
        'completed',
        'failed',
        'stopped',
        'waiting',
      ],
      { description: 'How it stands' },
    ),
    picture: nullable(
      Type.Object({
        id: Type.String({ description: 'Names the picture' }),
        width: Type.Integer({ minimum: 1, description: 'Pixels' }),
        height: Type.Integer({ minimum: 1, description: 'Pixels' }),
      }),
      { description: 'What the model saw when it decided' },
    ),
    no_picture: nullable(Type.String(), { description: 'Why there is no picture' }),
    mark: nullable(RecordingMark, { description: 'null if it has no place on the screen' }),
    plan: Type.Array(PlanStep, { description: "The model's plan as it was then; empty if it kept none" }),
  },
  { $id: 'RecordingMoment', description: 'One moment of a recorded task' },
)
export type RecordingMoment = Static<typeof RecordingMoment>

const summary = {
  task_id: identifier('The task'),
  task: Type.String({ description: 'The request' }),
  status: literals(['running', 'waiting', 'completed', 'failed', 'stopped'], {
    description: 'How the task stands, or how it ended',
  }),
  message: nullable(Type.String(), { description: 'The outcome in a sentence' }),
  started_at: timestamp('Start'),
  ended_at: nullable(timestamp('End'), { description: 'null while it is running' }),
  steps: Type.Integer({ minimum: 0, description: 'Number of actions' }),
  bytes: Type.Integer({ minimum: 0, description: 'Room that it takes on disk' }),
}

export const RecordingSummary = Type.Object(summary, {
  $id: 'RecordingSummary',
  description: 'A recorded task without its moments',
})
export type RecordingSummary = Static<typeof RecordingSummary>

export const Recording = Type.Object(
  { ...summary, moments: Type.Array(RecordingMoment, { description: 'Oldest first' }) },
  { $id: 'Recording', description: 'What a task saw, did and asked' },
)
export type Recording = Static<typeof Recording>

export const exampleRecording: Recording = {
  task_id: 'task_6y2h8n4b1m',
  task: 'Open the calculator and add 2 and 3',
  status: 'completed',
  message: 'The calculator shows 5.',
  started_at: '2026-03-02T09:30:00Z',
  ended_at: '2026-03-02T09:30:09Z',
  steps: 1,
  bytes: 84_210,
  moments: [
    {
      number: 1,
      kind: 'step',
      at: '2026-03-02T09:30:02Z',
      action: 'CLICK_AT',
      words: 'Click "=" (button) in "Calculator"',
      reason: 'The sum is complete.',
      result: 'Clicked "=" (button) in "Calculator" at 640, 360.',
      state: 'done',
      picture: { id: '5b1f0c9a7e42d3860e5f1a2b', width: 1280, height: 720 },
      no_picture: null,
      mark: { points: [{ x: 640, y: 360 }], area: null },
      plan: [
        { text: 'Open the calculator', state: 'done' },
        { text: 'Add 2 and 3', state: 'doing' },
      ],
    },
  ],
}
