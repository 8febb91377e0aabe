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
  description: 'waiting needs an answer or approval from you',
})

const ComputerTask = Type.Object(
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
    confirmation: nullable(Confirmation, { description: 'The approval it is waiting for' }),
    created_at: timestamp('When it was started'),
    finished_at: nullable(timestamp('End'), { description: 'When it ended' }),
  },
  { $id: 'ComputerTask', description: 'A computer control task' },
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
      outcome: 'A new window opened.',
    },
  ],
  confirmation: null,
  created_at: '2026-03-02T09:30:00Z',
  finished_at: '2026-03-02T09:30:09Z',
}

const desktopErrors = ['forbidden', 'unavailable', 'unavailable_on_platform'] as const
const modelErrors = ['not_configured', 'upstream_failed', 'upstream_timeout'] as const

export const desktopContract = defineContract({
  readDesktop: {
    method: 'GET',
    path: '/api/desktop',
    summary: 'Tell whether there is a desktop to use',
    description:
      'What is known without asking anybody on the desktop. A desktop that failed to open is tried again with retry.',
    query: closed({
      retry: Type.Optional(Type.Boolean({ default: false, description: 'Try to open it first' })),
    }),
    result: Type.Object({
      status: literals(['ready', 'off', 'missing'], {
        description: 'off if COMPUTER_CONTROL is off; missing if no desktop can be used',
      }),
      kind: literals(['x11', 'wayland', 'portal', 'macos', 'none'], { description: 'Kind of desktop' }),
      problem: nullable(Type.String(), { description: "Why it can't be used, and what to do" }),
    }),
    example: { query: {}, result: { status: 'ready', kind: 'x11', problem: null } },
  },

  analyzeScreen: {
    method: 'POST',
    path: '/api/screen/analyze',
    summary: 'Describe what is on the screen',
    description: 'Captures the active screen and asks the vision model: VISION_MODEL, or else LLM_MODEL.',
    body: closed({
      prompt: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 20_000,
          description: 'What to look for; a general description by default',
        }),
      ),
      display: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 63,
          description: 'Screen number, from 0; the active screen by default',
        }),
      ),
    }),
    result: Type.Object({
      analysis: Type.String({ description: "The model's answer" }),
      screenshot: Type.Object(
        {
          width: Type.Integer({ minimum: 1, description: 'Pixels' }),
          height: Type.Integer({ minimum: 1, description: 'Pixels' }),
          mime_type: Type.String({ description: 'Image type, e.g. image/png' }),
          data: Type.String({ description: 'The image in base64' }),
        },
        { description: 'The captured image' },
      ),
      model: Type.String({ description: 'The model' }),
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
      'Give exactly one of text and prompt; for a prompt the model writes the text. The clipboard stays as it was. ' +
      'A password field is refused with 403; the tool TYPE_TEXT asks instead. With a prompt, 409 if another window ' +
      'has come to the front in the meantime.',
    body: closed(
      {
        text: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000, description: 'The text' })),
        prompt: Type.Optional(
          Type.String({ minLength: 1, maxLength: 20_000, description: 'What text to write' }),
        ),
      },
      exactlyOne(['text', 'prompt']),
    ),
    result: Type.Object({
      inserted: Type.Boolean({ description: 'Whether the text arrived' }),
      characters: Type.Integer({ minimum: 0, description: 'Characters typed' }),
    }),
    errors: [...desktopErrors, ...modelErrors, 'conflict'],
    idempotencyKey: true,
    example: { body: { text: 'Kind regards, Ada' }, result: { inserted: true, characters: 17 } },
  },

  startTask: {
    method: 'POST',
    path: '/api/computer/execute',
    anyCaller: true,
    summary: 'Start a computer control task',
    description:
      'Looks at the screen, decides on one action, does it, and repeats. One task at a time: a second one gets 409. ' +
      'With COMPUTER_CONTROL off it gets 403.',
    body: closed({
      task: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to do, in words' }),
      max_steps: Type.Optional(
        Type.Integer({
          default: 40,
          minimum: 1,
          maximum: 500,
          description: 'Maximum number of actions before it gives up',
        }),
      ),
      approve: Type.Optional(
        literals(['risky', 'every', 'none'], {
          default: 'risky',
          description:
            'Which actions need your approval: risky ones, all of them, or only those about passwords and money',
        }),
      ),
    }),
    result: Type.Object({
      task_id: identifier('Identifies the task in later calls'),
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
    summary: 'Read a computer control task',
    params: Type.Object({ task_id: identifier('Identifier of the task') }),
    result: ComputerTask,
    errors: ['not_found'],
    example: { params: { task_id: exampleTask.task_id }, result: exampleTask },
  },

  listTasks: {
    method: 'GET',
    path: '/api/computer',
    summary: 'List the latest computer control tasks',
    description: 'Newest first, at most 20. The first one is still running if its ended_by is null.',
    result: Type.Object({ tasks: Type.Array(ComputerTask, { description: 'Without steps' }) }),
    example: { result: { tasks: [{ ...exampleTask, steps: [] }] } },
  },

  readScreenshot: {
    method: 'GET',
    path: '/api/computer/:task_id/screenshot',
    summary: 'Get the last screenshot of a computer control task',
    description:
      'Only the last screenshot is kept, in memory, for 24 hours or until the next task. For a task that has ' +
      'just started, waits up to five seconds for the first one.',
    params: Type.Object({ task_id: identifier('Identifier of the task') }),
    result: Type.Object({
      step: Type.Integer({ minimum: 0, description: 'Actions done before it was taken' }),
      taken_at: timestamp('When it was taken'),
      width: Type.Integer({ minimum: 1, description: 'Pixels' }),
      height: Type.Integer({ minimum: 1, description: 'Pixels' }),
      mime_type: Type.String({ description: 'Image type, e.g. image/png' }),
      data: Type.String({ description: 'The image in base64' }),
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
    description: 'Takes effect within 250 ms and leaves no key or button pressed.',
    result: Type.Object({
      stopped: Type.Boolean({ description: 'false if nothing was running' }),
      task_id: nullable(identifier('The task'), { description: 'The stopped task' }),
    }),
    example: { result: { stopped: true, task_id: exampleTask.task_id } },
  },

  showOverlay: {
    method: 'POST',
    path: '/api/overlay/show',
    summary: 'Show a message on the desktop for a moment',
    description:
      "It takes no focus and lets clicks through. Shown as a notification if windows aren't possible.",
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
      shown: Type.Boolean({ description: 'false if it could only be logged' }),
    }),
    errors: desktopErrors,
    example: {
      body: { title: 'Deskhand', text: 'The backup is done.' },
      result: { overlay_id: 'ovl_3x7c5v9b2n', shown: true },
    },
  },
})
