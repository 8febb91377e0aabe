import { randomUUID } from 'node:crypto'
import type { Confirmation } from '../../../../contract/confirmation.ts'
import type { Envelope } from '../../../../contract/envelope.ts'
import type { Risk, ToolProgress } from '../../../../contract/tool.ts'
import type { Understood } from './act.ts'
import type { ToolRequest } from '../../../tools/tool-request.ts'

export interface ToolDeps {
  readonly run: (request: ToolRequest, conversation: { session_id: string }) => Promise<Envelope>
  /** Who owns a tool and what it risks; undefined when there is none of that name. */
  readonly describeTool: (action: string) => { readonly agent: string; readonly risk: Risk } | undefined
}

export interface Wish {
  readonly action: string
  readonly args: Record<string, unknown>
  /** Whether its message is the answer. */
  readonly says?: boolean
  /** Asks the person first, and says this: for what was read from words and cannot be taken back. */
  readonly askBecause?: string
  /** A part of something that the person named whole: it is not asked about by itself. Only at this machine. */
  readonly isPart?: boolean
}

/** Runs a tool as the user's own wish; undefined when there is nothing to show but what was said already. */
export async function callTool(
  deps: ToolDeps,
  { asked, writer }: Pick<Understood, 'asked' | 'writer'>,
  { action, args, says = false, askBecause, isPart = false }: Wish,
): Promise<Record<string, unknown> | undefined> {
  const { agent = 'unknown', risk = 'read' } = deps.describeTool(action) ?? {}
  const call_id = randomUUID()
  writer.toolStart({ call_id, agent, action, args, risk })
  const { provenance, signal } = asked
  const onProgress = (progress: ToolProgress) => writer.toolProgress(call_id, progress)
  const request = {
    action,
    args,
    provenance,
    signal,
    onProgress,
    ...(askBecause !== undefined && { askBecause }),
    ...(isPart && provenance === 'local-client' && { approved: true }),
  }
  const result = await deps.run(request, asked)
  writer.toolEnd(call_id, result)
  const data = (result.data ?? {}) as Record<string, unknown>
  if (!result.success) return tellRefusal(writer, result)
  if (says) writer.say(result.message)
  return data
}

/** Shows the question that must be answered first, or what went wrong. */
function tellRefusal(writer: Understood['writer'], { data, message }: Envelope): undefined {
  const told = (data ?? {}) as { error?: { confirmation?: Confirmation }; confirmation?: Confirmation }
  const confirmation = told.error?.confirmation ?? told.confirmation
  if (confirmation) writer.askApproval(confirmation)
  else {
    writer.decline()
    // What was printed or found stands below the sentence.
    const [sentence = '', ...shown] = message.split('\n\n')
    writer.add({ type: 'alert', text: sentence.slice(0, 4_000), tone: 'warning' })
    if (shown.length > 0) writer.say(shown.join('\n\n'))
  }
  return undefined
}
