import type { AnswerOf } from '../../../src/components/view-kit/service.ts'
import type { Tone } from '../../../src/components/view-kit/tone.ts'

/** Notices of questions that stand among the approvals themselves. */
export const isAboutApproval = ({ type }: Pick<Notification, 'type'>): boolean => type === 'approval'

const LEVEL_TONES: Readonly<Record<Notification['level'], Tone>> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'danger',
}

export function levelTone(level: Notification['level']): Tone {
  return LEVEL_TONES[level]
}

export type Notification = AnswerOf<'GET /api/notifications'>['notifications'][number]
