import { questionActions } from '../../contract/question-actions.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'
import type { Approvals } from '../tools/approvals.ts'
import type { Notice } from './engine/transaction.ts'

type StepNotice = Extract<Notice, { about: 'step.updated' }>

/** What a person has to know about a workflow; undefined where it is nothing. */
export function noticeOf(
  notice: Notice,
  approvals: Pick<Approvals, 'listOpen'>,
): NotificationDraft | undefined {
  if (notice.about === 'workflow.updated' && notice.status === 'failed') return failureOf(notice)
  if (notice.about === 'step.updated' && notice.status === 'waiting') return waitOf(notice, approvals)
  return undefined
}

function failureOf({ workflow_id, name }: { workflow_id: string; name: string | null }): NotificationDraft {
  return {
    type: 'workflow_failed',
    level: 'error',
    title: `${name ?? 'A workflow'} failed`,
    message:
      'Some of its steps failed; the others have ended. Look at it, then retry from there or leave it.',
    action: { kind: 'workflow', workflow_id },
    dedupe_key: `workflow_failed:${workflow_id}`,
  }
}

function waitOf(
  { workflow_id, workflow_name, step_id, message }: StepNotice,
  approvals: Pick<Approvals, 'listOpen'>,
): NotificationDraft {
  const asked = approvals
    .listOpen()
    .find((question) => question.workflow_id === workflow_id && question.step_id === step_id)
  return {
    type: 'workflow_waiting',
    level: 'warning',
    title: `${workflow_name ?? 'A workflow'} is waiting for you`,
    message: `Step "${step_id}": ${message ?? 'decide how to continue.'}${asked ? ` ${asked.title}` : ''}`,
    action: { kind: 'workflow', workflow_id, step_id },
    ...(asked && questionActions(asked)),
    dedupe_key: `workflow_waiting:${workflow_id}/${step_id}`,
  }
}
