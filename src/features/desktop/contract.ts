import { Type, type Static } from '../../contract/type.ts'
import { Confirmation } from '../../contract/confirmation.ts'
import { defineContract } from '../../contract/endpoint.ts'
import {
  closed,
  dictionary,
  exactlyOne,
  identifier,
  literals,
  nullable,
  timestamp,
} from '../../contract/schema.ts'

const TaskStatus = literals(['running', 'waiting', 'completed', 'failed', 'stopped'], {
  description: 'waiting needs an answer or an approval by a person',
})

const ComputerTask = Type.Object(
  {
    task_id: identifier('Identifier of the task'),
    task: Type.String({ description: 'What was asked for' }),
    status: TaskStatus,
    message: nullable(Type.String(), {
      description: 'The outcome, the question, or what it does now, in a sentence',
    }),
    ended_by: nullable(literals(['done', 'ask_user', 'limit', 'error', 'stop']), {
      description: 'Why it ended; null while it goes on',
    }),
    max_steps: Type.Integer({ minimum: 1, description: 'Most actions' }),
    steps: Type.Array(
      Type.Object({
        step: Type.Integer({ minimum: 1, description: 'Counted from 1' }),
        at: timestamp('When it was done'),
        action: Type.String({ description: 'What was done, e.g. CLICK_AT' }),
        args: dictionary(Type.Unknown(), { description: 'With which arguments' }),
        reason: Type.String({ description: 'Why, in the words of the model' }),
        outcome: Type.String({ description: 'What came of it' }),
      }),
      { description: 'What was done, the oldest first' },
    ),
    confirmation: nullable(Confirmation, { description: 'The approval that it waits for' }),
    created_at: timestamp('When it was started'),
    finished_at: nullable(timestamp('End'), { description: 'When it ended' }),
  },
  { $id: 'ComputerTask', description: 'A task of computer control' },
)

const exampleTask: Static<typeof ComputerTask> = {
  task_id: 'task_6y2h8n4b1m',
  task: 'Open the calculator and add 2 and 3',
  status: 'completed',
  message: 'The calculator shows 5.',
  ended_by: 'done',
  max_steps: 40,
  steps: [
    {
      step: 1,
      at: '2026-03-02T09:30:02Z',
      action: 'OPEN_APP',
      args: { name: 'calculator' },
      reason: 'The calculator is not open yet.',
      outcome: 'A new window came up.',
    },
  ],
  confirmation: null,
  created_at: '2026-03-02T09:30:00Z',
  finished_at: '2026-03-02T09:30:09Z',
}

const desktopErrors = ['forbidden', 'unavailable', 'unavailable_on_platform'] as const
const modelErrors = ['not_configured', 'upstream_failed', 'upstream_timeout'] as const

export const desktopContract = defineContract({
  analyzeScreen: {
    method: 'POST',
    path: '/api/screen/analyze',
    summary: 'Look at the screen and say what is on it',
    description:
      'Captures the active screen and asks the vision model. VISION_MODEL names it, else LLM_MODEL.',
    body: closed({
      prompt: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 20_000,
          description: 'What to look for; a description when left out',
        }),
      ),
      display: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 63,
          description: 'Number of the screen, from 0; the active one when left out',
        }),
      ),
    }),
    result: Type.Object({
      analysis: Type.String({ description: 'What the model says' }),
      screenshot: Type.Object(
        {
          width: Type.Integer({ minimum: 1, description: 'Pixels' }),
          height: Type.Integer({ minimum: 1, description: 'Pixels' }),
          mime_type: Type.String({ description: 'Kind of picture, e.g. image/png' }),
          data: Type.String({ description: 'The picture in base64' }),
        },
        { description: 'What the model saw' },
      ),
      model: Type.String({ description: 'Model that looked' }),
    }),
    errors: [...desktopErrors, ...modelErrors],
    example: {
      body: { prompt: 'Which application is in front?' },
      result: {
        analysis: 'A text editor with an empty document.',
        screenshot: { width: 1280, height: 720, mime_type: 'image/png', data: 'iVBORw0KGgo=' },
        model: 'llava',
      },
    },
  },

  insertText: {
    method: 'POST',
    path: '/api/screen/insert',
    summary: 'Type text into the focused application',
    description:
      'Exactly one of text and prompt is given; of a prompt the model writes the text. The clipboard is left as it was. ' +
      'A password field is refused with 403; the tool TYPE_TEXT asks about it instead. With a prompt, another window that ' +
      'has come to the front meanwhile is 409.',
    body: closed(
      {
        text: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100_000, description: 'The text as it is' }),
        ),
        prompt: Type.Optional(
          Type.String({ minLength: 1, maxLength: 20_000, description: 'What text to write' }),
        ),
      },
      exactlyOne(['text', 'prompt']),
    ),
    result: Type.Object({
      inserted: Type.Boolean({ description: 'Whether the text arrived' }),
      characters: Type.Integer({ minimum: 0, description: 'How many characters were typed' }),
    }),
    errors: [...desktopErrors, ...modelErrors, 'conflict'],
    idempotencyKey: true,
    example: { body: { text: 'Kind regards, Ada' }, result: { inserted: true, characters: 17 } },
  },

  startTask: {
    method: 'POST',
    path: '/api/computer/execute',
    anyCaller: true,
    summary: 'Start a task of computer control',
    description:
      'Looks at the screen, decides on one action, does it, and repeats. One task at a time: a second one is 409. ' +
      'COMPUTER_CONTROL off refuses it with 403.',
    body: closed({
      task: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to do, in words' }),
      max_steps: Type.Optional(
        Type.Integer({
          default: 40,
          minimum: 1,
          maximum: 500,
          description: 'Most actions before it gives up',
        }),
      ),
      approve: Type.Optional(
        literals(['risky', 'every', 'none'], {
          default: 'risky',
          description:
            'Which actions ask a person first: the risky ones, every one, or none but those about passwords and money',
        }),
      ),
    }),
    result: Type.Object({
      task_id: identifier('Names the task in later calls'),
      status: TaskStatus,
    }),
    status: 202,
    errors: [...desktopErrors, 'conflict', 'not_configured'],
    idempotencyKey: true,
    example: {
      body: { task: exampleTask.task },
      result: { task_id: exampleTask.task_id, status: 'running' },
    },
  },

  readTask: {
    method: 'GET',
    path: '/api/computer/:task_id',
    summary: 'Read a task of computer control',
    params: Type.Object({ task_id: identifier('Identifier of the task') }),
    result: ComputerTask,
    errors: ['not_found'],
    example: { params: { task_id: exampleTask.task_id }, result: exampleTask },
  },

  listTasks: {
    method: 'GET',
    path: '/api/computer',
    summary: 'List the latest tasks of computer control',
    description: 'The newest first, at most 20. The first one goes on when its ended_by is null.',
    result: Type.Object({ tasks: Type.Array(ComputerTask, { description: 'Without their steps' }) }),
    example: { result: { tasks: [{ ...exampleTask, steps: [] }] } },
  },

  readScreenshot: {
    method: 'GET',
    path: '/api/computer/:task_id/screenshot',
    summary: 'See what a task of computer control saw last',
    description:
      'Only the last picture is kept, in memory, for 24 hours or until the next task. The first one of a task that has ' +
      'just begun is waited for, five seconds at most.',
    params: Type.Object({ task_id: identifier('Identifier of the task') }),
    result: Type.Object({
      step: Type.Integer({ minimum: 0, description: 'How many actions were done before it was taken' }),
      taken_at: timestamp('When it was taken'),
      width: Type.Integer({ minimum: 1, description: 'Pixels' }),
      height: Type.Integer({ minimum: 1, description: 'Pixels' }),
      mime_type: Type.String({ description: 'Kind of picture, e.g. image/png' }),
      data: Type.String({ description: 'The picture in base64' }),
    }),
    errors: ['not_found'],
    example: {
      params: { task_id: exampleTask.task_id },
      result: {
        step: 1,
        taken_at: '2026-03-02T09:30:03Z',
        width: 1280,
        height: 720,
        mime_type: 'image/png',
        data: 'iVBORw0KGgo=',
      },
    },
  },

  stopTask: {
    method: 'POST',
    path: '/api/computer/stop',
    anyCaller: true,
    summary: 'Stop computer control',
    description: 'Takes effect within 250 ms; no key or button is left pressed.',
    result: Type.Object({
      stopped: Type.Boolean({ description: 'false when nothing was running' }),
      task_id: nullable(identifier('The task'), { description: 'The task that was stopped' }),
    }),
    example: { result: { stopped: true, task_id: exampleTask.task_id } },
  },

  showOverlay: {
    method: 'POST',
    path: '/api/overlay/show',
    summary: 'Show a message on the desktop for a moment',
    description:
      'It takes no focus and lets clicks through. Where no window can be shown it is a notification.',
    body: closed({
      title: Type.Optional(Type.String({ maxLength: 200, description: 'First line' })),
      text: Type.String({ minLength: 1, maxLength: 2000, description: 'What to show' }),
      duration_ms: Type.Optional(
        Type.Integer({ default: 4000, minimum: 250, maximum: 60_000, description: 'How long' }),
      ),
      position: Type.Optional(
        literals(['top_left', 'top', 'top_right', 'center', 'bottom_left', 'bottom', 'bottom_right'], {
          default: 'top_right',
          description: 'Where on the active screen',
        }),
      ),
    }),
    result: Type.Object({
      overlay_id: identifier('Identifier of the overlay'),
      shown: Type.Boolean({ description: 'false when it could only be logged' }),
    }),
    errors: desktopErrors,
    example: {
      body: { title: 'Deskhand', text: 'The backup is done.' },
      result: { overlay_id: 'ovl_3x7c5v9b2n', shown: true },
    },
  },
})
