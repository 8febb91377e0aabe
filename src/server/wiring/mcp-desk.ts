import { AppCalls } from '../../features/mcp/mcp-apps/app-calls.ts'
import { AppQuestions } from '../../features/mcp/mcp-apps/app-questions.ts'
import { ServerQuestions } from '../../features/mcp/client/questions/server-questions.ts'
import type { ToolsDeps } from '../../features/tools/confirm.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

/** What servers and their apps ask a person, and the calls that apps show. */
export function createMcpDesk({ database, now }: Infrastructure, approvals: Services['approvals']) {
  return {
    serverQuestions: new ServerQuestions({ approvals, now }),
    appQuestions: new AppQuestions({ approvals, now }),
    appCalls: new AppCalls({ database, now }),
  }
}

/** Answers that somebody of their own waits for: an app, or a task. */
export function takingDecisions({
  appQuestions,
  computer,
}: Pick<Services, 'appQuestions' | 'computer'>): NonNullable<ToolsDeps['takeDecision']> {
  return (decision, calls) => appQuestions.take(decision, calls) || computer.takeDecision(decision)
}
