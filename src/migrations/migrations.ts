import { ground } from './0001-ground.ts'
import { notificationsAndTelemetry } from './0002-notifications-telemetry.ts'
import { confirmations } from './0003-confirmations.ts'
import { documents } from './0004-documents.ts'
import { plugins } from './0005-plugins.ts'
import { workflows } from './0006-workflows.ts'
import { upstreamCache } from './0007-upstream-cache.ts'
import { chats } from './0008-chats.ts'
import { wizard } from './0009-wizard.ts'
import { router } from './0010-router.ts'
import { calendar } from './0011-calendar.ts'
import { webhooks } from './0012-webhooks.ts'
import { computer } from './0013-computer.ts'
import { modelAnswers } from './0014-model-answers.ts'
import { attachments } from './0015-attachments.ts'
import { webhookAnswers } from './0016-webhook-answers.ts'
import { webhookAddresses } from './0017-webhook-addresses.ts'
import { outsideFiles } from './0018-outside-files.ts'
import { stepProvenance } from './0019-step-provenance.ts'
import { heldComponents } from './0020-held-components.ts'
import { modelState } from './0021-model-state.ts'
import { modelChoice } from './0022-model-choice.ts'
import { chatSummaries } from './0023-chat-summaries.ts'
import { modelPlan } from './0024-model-plan.ts'
import { allowances } from './0025-allowances.ts'
import { stepControl } from './0026-step-control.ts'
import { automations } from './0027-automations.ts'
import { timers } from './0028-timers.ts'
import { chatShelf } from './0029-chat-shelf.ts'
import { notificationActions } from './0030-notification-actions.ts'
import { push } from './0031-push.ts'
import { messageNames } from './0032-message-names.ts'
import { channels } from './0033-channels.ts'
import { computerProgress } from './0034-computer-progress.ts'
import { skills } from './0035-skills.ts'
import { questionForms } from './0036-question-forms.ts'
import { mcpApps } from './0037-mcp-apps.ts'
import type { Migration } from '../platform/database/migrations.ts'

/** Every change of the database's shape, in order. Never edit one that was released: add the next. */
export const migrations: readonly Migration[] = [
  ground,
  notificationsAndTelemetry,
  confirmations,
  documents,
  plugins,
  workflows,
  upstreamCache,
  chats,
  wizard,
  router,
  calendar,
  webhooks,
  computer,
  modelAnswers,
  attachments,
  webhookAnswers,
  webhookAddresses,
  outsideFiles,
  stepProvenance,
  heldComponents,
  modelState,
  modelChoice,
  chatSummaries,
  modelPlan,
  allowances,
  stepControl,
  automations,
  timers,
  chatShelf,
  notificationActions,
  push,
  messageNames,
  channels,
  computerProgress,
  skills,
  questionForms,
  mcpApps,
]
