import { randomUUID } from 'node:crypto'
import type * as Sdk from '@agentclientprotocol/sdk'
import type { AgentApp, AgentContext } from '@agentclientprotocol/sdk'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { listChats, readChat, replay } from './conversations.ts'
import { readPrompt } from './prompt-content.ts'
import { PromptTurn } from './prompt-turn.ts'

export interface AcpDeps {
  readonly sdk: typeof Sdk
  readonly version: string
  readonly call: CommandCall
}

interface Session {
  /** The folder that is open in the editor. */
  readonly cwd: string
  turn?: AbortController | undefined
}

/** What an editor may ask for. Its conversations are those of the service, so that each goes on in the other. */
export function acpAgent(deps: AcpDeps): AgentApp {
  const { sdk, version, call } = deps
  const sessions = new Map<string, Session>()
  const { agent: methods } = sdk.methods
  const open = async ({ sessionId, cwd }: { sessionId: string; cwd: string }) => {
    const record = await readChat(sessionId, call)
    sessions.set(sessionId, { cwd })
    return record
  }
  return sdk
    .agent({ name: 'deskhand' })
    .onRequest(methods.initialize, () => introduction(sdk, version))
    .onRequest(methods.session.new, ({ params: { cwd } }) => {
      const sessionId = `chat_${randomUUID().replaceAll('-', '')}`
      sessions.set(sessionId, { cwd })
      return { sessionId }
    })
    .onRequest(methods.session.load, ({ params, client: editor }) =>
      explained(deps, async () => {
        await replay(await open(params), { sessionId: params.sessionId, editor, call })
        return {}
      }),
    )
    .onRequest(methods.session.resume, ({ params }) =>
      explained(deps, async () => {
        await open(params)
        return {}
      }),
    )
    .onRequest(methods.session.list, ({ params }) => explained(deps, () => listChats(params, call)))
    .onRequest(methods.session.prompt, ({ params, client: editor, signal }) =>
      explained(deps, () => prompted(params, { ...deps, sessions, editor, signal })),
    )
    .onNotification(methods.session.cancel, ({ params: { sessionId } }) =>
      sessions.get(sessionId)?.turn?.abort(),
    )
}

function introduction({ PROTOCOL_VERSION }: typeof Sdk, version: string): Sdk.InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'deskhand', title: 'Deskhand', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      sessionCapabilities: { list: {}, resume: {} },
    },
    authMethods: [],
  }
}

/** The service's sentences are for a person, and editors show them. */
async function explained<Result>({ sdk }: AcpDeps, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CommandError ? new sdk.RequestError(FAILED, error.message) : error
  }
}

const FAILED = -32_603

interface Prompted extends AcpDeps {
  readonly sessions: ReadonlyMap<string, Session>
  readonly editor: AgentContext
  readonly signal: AbortSignal
}

async function prompted(
  { sessionId, prompt }: Sdk.PromptRequest,
  { sdk, sessions, editor, call, signal }: Prompted,
): Promise<Sdk.PromptResponse> {
  const session = sessions.get(sessionId)
  if (!session) throw new sdk.RequestError(INVALID, 'Begin or load this session first.')
  if (session.turn) throw new sdk.RequestError(INVALID, 'It is still answering. Stop it first.')
  const turn = new AbortController()
  session.turn = turn
  try {
    const stopping = AbortSignal.any([signal, turn.signal])
    const { message, attachments } = await readPrompt(prompt, call, stopping)
    const context = { client: 'editor', working_folder: session.cwd }
    const question = { message, session_id: sessionId, attachments, context }
    const stopReason = await new PromptTurn({ sessionId, editor, call, signal: stopping }).take(question)
    return { stopReason }
  } finally {
    session.turn = undefined
  }
}

const INVALID = -32_602
