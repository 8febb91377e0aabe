import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'

export type Tool = AnswerOf<'GET /api/tools'>['tools'][number]
