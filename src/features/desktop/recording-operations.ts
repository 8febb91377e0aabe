import { defineContract } from '../../contract/endpoint.ts'
import {
  exampleRecording,
  Recording,
  RecordingSummary,
  type RecordingSummary as Summary,
} from '../../contract/recording.ts'
import { closed, identifier } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'

const params = Type.Object({ task_id: identifier('Identifier of the task') })
const { moments, ...exampleSummary } = exampleRecording
const example: Summary = exampleSummary
const { task_id } = example
const [first] = moments

/** What tasks have seen and done, to be looked at again. */
export const recordingOperations = defineContract({
  listRecordings: {
    method: 'GET',
    path: '/api/computer/recordings',
    summary: 'List recorded computer control tasks',
    description: 'Newest first, the running task included. COMPUTER_RECORDING turns recording on and off.',
    query: closed({
      limit: Type.Optional(
        Type.Integer({ default: 100, minimum: 1, maximum: 1000, description: 'Maximum number of entries' }),
      ),
    }),
    result: Type.Object({
      recordings: Type.Array(RecordingSummary, { description: 'Without moments' }),
      total: Type.Integer({ minimum: 0, description: 'How many there are' }),
      bytes: Type.Integer({ minimum: 0, description: 'Room that all of them take' }),
      is_on: Type.Boolean({ description: 'Whether new tasks are recorded' }),
    }),
    example: {
      query: {},
      result: { recordings: [example], total: 1, bytes: example.bytes, is_on: true },
    },
  },

  readRecording: {
    method: 'GET',
    path: '/api/computer/recordings/:task_id',
    summary: 'Read the recording of a computer control task',
    description:
      'Secrets are masked. A running task can be read too; computer.recorded says when there is more.',
    params,
    result: Recording,
    errors: ['not_found'],
    example: { params: { task_id }, result: exampleRecording },
  },

  readRecordingPicture: {
    method: 'GET',
    path: '/api/computer/recordings/:task_id/pictures/:picture',
    summary: 'Get a picture of a recording',
    description: 'Password fields and whatever shows a known secret are blacked out in it.',
    params: Type.Object({
      task_id: identifier('Identifier of the task'),
      picture: identifier('The id of the picture'),
    }),
    result: Type.Object({
      mime_type: Type.String({ description: 'Image type, e.g. image/webp' }),
      data: Type.String({ description: 'The image in base64' }),
    }),
    errors: ['not_found'],
    example: {
      params: { task_id, picture: first?.picture?.id ?? '' },
      result: { mime_type: 'image/webp', data: 'UklGRg==' },
    },
  },

  deleteRecording: {
    method: 'DELETE',
    path: '/api/computer/recordings/:task_id',
    summary: 'Delete the recording of a computer control task',
    description:
      'Pictures and steps are gone for good. If the task is running, the rest of it is not recorded.',
    params,
    result: Type.Object({
      task_id: identifier('The task'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown recording gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: { task_id }, result: { task_id, deleted: true } },
  },

  deleteRecordings: {
    method: 'DELETE',
    path: '/api/computer/recordings',
    summary: 'Delete all recordings of computer control tasks',
    result: Type.Object({ deleted: Type.Integer({ minimum: 0, description: 'How many there were' }) }),
    example: { result: { deleted: 3 } },
  },
})
