import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, exactlyOne, identifier, literals, nullable, timestamp } from '../../contract/schema.ts'
import { recordingOperations } from './recording-operations.ts'
import { ComputerTask, exampleTask, ScreenDescription, TaskStatus } from './schemas.ts'

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
    description:
      'Captures the active screen and asks the vision model: VISION_MODEL, or else LLM_MODEL. What applications tell of ' +
      'themselves comes with it, and is the analysis where no model answers.',
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
      analysis: Type.String({
        description:
          "The model's answer; where there is none, why, what applications tell and what can be read",
      }),
      screenshot: Type.Object(
        {
          width: Type.Integer({ minimum: 1, description: 'Pixels' }),
          height: Type.Integer({ minimum: 1, description: 'Pixels' }),
          mime_type: Type.String({ description: 'Image type, e.g. image/png' }),
          data: Type.String({ description: 'The image in base64' }),
        },
        { description: 'The captured image' },
      ),
      model: Type.String({ description: 'The model; empty if none has answered' }),
      description: ScreenDescription,
    }),
    errors: desktopErrors,
    example: {
      body: { prompt: 'Which application is in front?' },
      result: {
        analysis: 'A text editor with an empty document.',
        screenshot: { width: 1280, height: 720, mime_type: 'image/png', data: 'iVBORw0KGgo=' },
        model: 'llava',
        description: {
          windows: [{ title: 'Untitled', program: 'mousepad', in_front: true }],
          text: '[e1] menu "File" at 20, 10',
          recognized_text: null,
          recognition_problem: null,
          degraded: false,
        },
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

  readQuestionPicture: {
    method: 'GET',
    path: '/api/computer/:task_id/question',
    summary: 'Get the picture of the question that a computer control task is waiting for',
    description:
      'The screen as the model saw it, with a mark where it wants to click, type or press a key. Kept in memory until the ' +
      'question is answered.',
    params: Type.Object({ task_id: identifier('Identifier of the task') }),
    result: Type.Object({
      confirmation_id: identifier('The question'),
      width: Type.Integer({ minimum: 1, description: 'Pixels' }),
      height: Type.Integer({ minimum: 1, description: 'Pixels' }),
      mime_type: Type.String({ description: 'Image type, e.g. image/jpeg' }),
      data: Type.String({ description: 'The image in base64' }),
    }),
    errors: ['not_found'],
    example: {
      params: { task_id: exampleTask.task_id },
      result: {
        confirmation_id: 'cnf_7t2m9xkq4b',
        width: 1280,
        height: 720,
        mime_type: 'image/jpeg',
        data: '/9j/4AAQSkZJRg==',
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

  ...recordingOperations,
})
