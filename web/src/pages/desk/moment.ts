import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type Recording = AnswerOf<'GET /api/computer/recordings/:task_id'>
export type Moment = Recording['moments'][number]
