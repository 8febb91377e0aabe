import { TaskChanges } from '../../contract/computer-changes.ts'
import { PlanStep } from '../../contract/computer-plan.ts'
import { Confirmation } from '../../contract/confirmation.ts'
import { dictionary, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

export const TaskStatus = literals(['running', 'waiting', 'completed', 'failed', 'stopped'], {
  description: 'waiting needs an answer or approval from you',
})

export const ComputerTask = Type.Object(
  {
    task_id: identifier('Identifier of the task'),
    task: Type.String({ description: 'The request' }),
    status: TaskStatus,
    message: nullable(Type.String(), {
      description: 'The outcome, the question, or the current activity, in a sentence',
    }),
    ended_by: nullable(literals(['done', 'ask_user', 'limit', 'error', 'stop']), {
      description: 'Why it ended; null while running',
    }),
    max_steps: Type.Integer({ minimum: 1, description: 'Maximum number of actions' }),
    plan: Type.Array(PlanStep, {
      description: 'What the model means to do, in its own words; empty if it keeps no plan',
    }),
    end_checks: Type.Array(
      Type.Object({
        at: timestamp('When it was checked'),
        reached: Type.Boolean({ description: 'Whether the model found the task done' }),
        because: Type.String({ description: 'What was missing, in the words of the model; else empty' }),
      }),
      {
        description:
          'Each time that the task was said to be done, a new look at the screen; if something was missing, it went on',
      },
    ),
    steps: Type.Array(
      Type.Object({
        step: Type.Integer({ minimum: 1, description: 'Counted from 1' }),
        at: timestamp('When it was done'),
        action: Type.String({ description: 'The action, e.g. CLICK_AT' }),
        args: dictionary(Type.Unknown(), { description: 'With which arguments' }),
        reason: Type.String({ description: 'Why, in the words of the model' }),
        outcome: Type.String({ description: 'The result' }),
      }),
      { description: 'Actions, oldest first' },
    ),
    changes: nullable(TaskChanges, {
      description: 'What the service saw to change from its beginning to its end; null before the end',
    }),
    confirmation: nullable(Confirmation, { description: 'The approval it is waiting for' }),
    created_at: timestamp('When it was started'),
    finished_at: nullable(timestamp('End'), { description: 'When it ended' }),
  },
  { $id: 'ComputerTask', description: 'A computer control task' },
)

export const exampleTask: Static<typeof ComputerTask> = {
  task_id: 'task_6y2h8n4b1m',
  task: 'Open the calculator and add 2 and 3',
  status: 'completed',
  message: 'The calculator shows 5.',
  ended_by: 'done',
  max_steps: 40,
  plan: [
    { text: 'Open the calculator', state: 'done' },
    { text: 'Add 2 and 3', state: 'done' },
  ],
  end_checks: [{ at: '2026-03-02T09:30:08Z', reached: true, because: '' }],
  steps: [
    {
      step: 1,
      at: '2026-03-02T09:30:02Z',
      action: 'OPEN_APP',
      args: { name: 'calculator' },
      reason: 'The calculator is not open yet.',
      outcome: 'A new window opened.',
    },
  ],
  changes: {
    files: { created: [], changed: [], deleted: [], more: 0, complete: true },
    windows: { opened: ['Calculator'], closed: [] },
    fields: [],
    submitted: [],
    approved: [],
  },
  confirmation: null,
  created_at: '2026-03-02T09:30:00Z',
  finished_at: '2026-03-02T09:30:09Z',
}

export const ScreenDescription = Type.Object(
  {
    windows: Type.Array(
      Type.Object({
        title: Type.String({ description: 'Its title' }),
        program: Type.String({ description: 'The name that its program gives to its windows' }),
        in_front: Type.Boolean({ description: 'Whether it has the keyboard' }),
      }),
      { description: 'Windows, those above first' },
    ),
    text: Type.String({ description: 'Windows and elements of the front window as lines, with places' }),
    recognized_text: nullable(Type.String(), {
      description: "Text recognized in the picture; null if a model looked at it or it can't be recognized",
    }),
    recognition_problem: nullable(Type.String(), {
      description: "Why no text could be recognized, e.g. that tesseract isn't installed",
    }),
    degraded: Type.Boolean({ description: 'Whether the application tells little about itself' }),
  },
  { description: 'What applications tell about themselves' },
)
