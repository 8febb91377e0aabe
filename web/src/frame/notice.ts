import type { AnswerOf } from '../../../src/components/view-kit/service.ts'

/** Notices of questions that stand among the approvals themselves. */
export const isAboutApproval = ({ type }: Pick<Notification, 'type'>): boolean => type === 'approval'

export type Notification = AnswerOf<'GET /api/notifications'>['notifications'][number]
