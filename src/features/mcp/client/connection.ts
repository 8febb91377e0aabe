import type * as Sdk from '@modelcontextprotocol/client'
import type { Client, Transport } from '@modelcontextprotocol/client'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { skillLimits } from '../../../platform/skills/skill-limits.ts'
import type { Launcher } from '../../../platform/sandbox/launcher.ts'
import { keepListening } from './keep-listening.ts'
import { ProcessTransport } from './process-transport.ts'
import { skillSource } from './skills/skill-source.ts'
import { listerWithApps, type ListedTools } from '../mcp-apps/app-pages.ts'
import { appsCapability } from '../../../platform/mcp/apps-extension.ts'
import { toolLister } from './tool-list.ts'
import { callWith, readWith, type CallTool, type ReadResource } from './calling.ts'
import { AskingCalls, type Ask } from './questions/asking-calls.ts'
import { askingClient } from './questions/asking-client.ts'
import { plainReason } from './plain-reason.ts'
import { assertHarmless, resolveValues, type ServerConfig } from './server-config.ts'
import { serverProgram } from './server-program.ts'
import type { ServerSignIn } from './sign-in/server-sign-in.ts'
import { refusedRequest, SignInNeededError } from './sign-in/sign-in-problems.ts'

export interface ConnectionDeps {
  /** Where its programs run. */
  readonly home: string
  readonly dataFolder: string
  readonly launcher: Pick<Launcher, 'start'>
  readonly version: string
  readonly log: Log
  readonly setting: (name: string) => unknown
  /** Guarded: a server on this machine or its network must be an allowed target. */
  readonly fetch: typeof globalThis.fetch
}

export interface Connection {
  readonly tools: ListedTools
  readonly skills: ReturnType<typeof skillSource>
  readonly call: CallTool
  readonly readResource: ReadResource
  listTools(signal: AbortSignal): Promise<ListedTools>
  close(): Promise<void>
}

export interface Opening {
  readonly server: string
  readonly config: ServerConfig
  /** It ended, by itself or because it was closed, and why where that is known. */
  readonly onClosed: (reason: string) => void
  /** It is there and knows this session no more. */
  readonly onSessionLost: () => void
  readonly onToolsChanged: () => void
  readonly onResourcesChanged: () => void
  /** It wrote something beside the protocol. */
  readonly onWrote: (text: string) => void
  /** It wants to know something from the person, during a call. */
  readonly ask: Ask
  /** Of a server elsewhere that a person may sign in to. */
  readonly signIn: ServerSignIn | undefined
  readonly signal: AbortSignal
}

const CONNECT_MS = 120_000
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
const KEPT_COMPLAINT = 500
const MAX_MESSAGE_LENGTH = 500
/** A server that says all the time that its tools changed is asked what they are this often. */
const LIST_PAUSE_MS = 500
/** What a server answers that does not know a session: 404 as it should, 400 as many do. */
const NO_SESSION = [400, 404]
const LOOK_MS = 10_000
const { skills: MAX_SKILLS } = skillLimits.served

/** The server knows this session no more: what was asked did not happen, and needs another connection. */
export class SessionLostError extends Error {}

/** Nobody answers at its address: what was asked did not happen. */
export class UnreachableError extends Error {}

/** Starts or reaches a server, and asks what it can do. Gives up as soon as its signal says so, whatever the server does. */
export async function openConnection(opening: Opening, deps: ConnectionDeps): Promise<Connection> {
  const sdk = await import('@modelcontextprotocol/client')
  const calls = new AskingCalls(opening.ask)
  const client = askingClient(sdk, {
    info: { name: 'deskhand', title: 'Deskhand', version: deps.version },
    options: {
      capabilities: { extensions: appsCapability },
      versionNegotiation: { mode: 'auto' },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: LIST_PAUSE_MS, onChanged: opening.onToolsChanged },
        resources: { autoRefresh: false, debounceMs: LIST_PAUSE_MS, onChanged: opening.onResourcesChanged },
      },
    },
    ask: (params, signal) => calls.ask(params, signal),
  })
  const { transport, complaint, ending } = await transportFor(opening, deps, sdk)
  const close = () => closeBoth(client, transport)
  try {
    return await untilAborted(opening.signal, close, async () => {
      const waiting = { signal: opening.signal, timeout: CONNECT_MS }
      await client.connect(transport, waiting)
      const list = listerWithApps(toolLister(client, { transport, sdk }), client)
      const tools = await list(waiting)
      const ended = new AbortController()
      client.onclose = () => {
        ended.abort()
        calls.close()
        opening.onClosed(ending() ?? 'It ended.')
      }
      const isLost = sessionCheck(client, { transport, sdk, ended: ended.signal })
      client.onerror = (error) => void isLost(error).then((lost) => lost && opening.onSessionLost())
      void keepListening(client, opening, ended.signal)
      const skills = skillSource({ client, sdk, most: MAX_SKILLS })
      const explained = (error: unknown) => explain(error, { opening, sdk, isLost, ending })
      const listTools = (signal: AbortSignal) => list({ signal, timeout: CONNECT_MS })
      const call = callWith(client, { calls, server: opening.server, explained })
      return { tools, skills, listTools, call, readResource: readWith(client, explained), close }
    })
  } catch (error) {
    await close()
    const said = `${ending() ?? ''} ${complaint() === '' ? '' : `It wrote: ${complaint()}`}`.trim()
    throw failureOf(refusedRequest(error, { ...opening, sdk }), { opening, said })
  }
}

/** The SDK knows of no transport before it has found out which revision is spoken. */
async function closeBoth(client: Client, transport: Transport): Promise<void> {
  await client.close().catch(() => {})
  await transport.close().catch(() => {})
}

async function untilAborted<Result>(
  signal: AbortSignal,
  close: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const onAbort = () => void close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

interface Opened {
  readonly transport: Transport
  /** The last that it wrote beside the protocol. */
  readonly complaint: () => string
  /** Why it ended, as far as that is known. */
  readonly ending: () => string | undefined
}

async function transportFor(
  { server, config, onWrote, signIn }: Opening,
  deps: ConnectionDeps,
  sdk: typeof Sdk,
): Promise<Opened> {
  if ('url' in config) {
    const headers = resolveValues(config.headers, deps.setting)
    const options = {
      requestInit: { headers },
      fetch: signIn ? signIn.fetch(deps.fetch) : deps.fetch,
      ...(signIn && { authProvider: signIn.provider, onInsufficientScope: 'throw' as const }),
    }
    return {
      transport: new sdk.StreamableHTTPClientTransport(new URL(config.url), options),
      complaint: () => '',
      ending: () => undefined,
    }
  }
  assertHarmless(config.env)
  const variables = resolveValues(config.env, deps.setting)
  let last = ''
  const transport = new ProcessTransport({
    sdk,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    start: async () => deps.launcher.start(await serverProgram({ server, config, variables }, deps)),
    onComplaint: (text) => {
      last = (last + text).slice(-KEPT_COMPLAINT)
      onWrote(text)
      deps.log.debug({ server, text: text.slice(0, KEPT_COMPLAINT) }, 'an MCP server wrote')
    },
  })
  return { transport, complaint: () => last.trim(), ending: () => transport.ending }
}

type IsLost = (error: unknown) => Promise<boolean>

/** Whether the server has forgotten the session. A 400 may also be about this one request: then it still knows a ping. */
function sessionCheck(
  client: Client,
  { transport, sdk, ended }: { transport: Transport; sdk: typeof Sdk; ended: AbortSignal },
): IsLost {
  const isRefused = (error: unknown) =>
    error instanceof sdk.SdkHttpError && NO_SESSION.includes(error.status ?? 0)
  // A failed call and the stream of changes find it out at once, and one look is enough for both.
  let look: Promise<boolean> | undefined
  return async (error) => {
    if (transport.sessionId === undefined || !isRefused(error)) return false
    if (look) return look
    if (ended.aborted) return false
    look = client.ping({ timeout: LOOK_MS, signal: ended }).then(() => false, isRefused)
    const isLost = await look
    if (!isLost) look = undefined
    return isLost
  }
}

interface Explaining {
  readonly opening: Opening
  readonly sdk: typeof Sdk
  readonly isLost: IsLost
  readonly ending: () => string | undefined
}

async function explain(thrown: unknown, { opening, sdk, isLost, ending }: Explaining): Promise<unknown> {
  const error = refusedRequest(thrown, { ...opening, sdk })
  if (await isLost(error)) return new SessionLostError('Its session ended.', { cause: error })
  if (isUnreachable(error))
    return new UnreachableError('Nobody answers at its address. Retrying automatically.', {
      cause: error,
    })
  if (!(error instanceof sdk.SdkError)) return error
  if (error.code === sdk.SdkErrorCode.ConnectionClosed)
    return new Error(ending() ?? 'It ended during the call.', { cause: error })
  if (error.code === sdk.SdkErrorCode.CapabilityNotSupported)
    return new Error("It wants to use your model or your folders, which isn't supported here.", {
      cause: error,
    })
  return error
}

/** Nothing was sent to anybody, so that nothing happened. */
function isUnreachable(error: unknown): boolean {
  const codes = [error, (error as Error | null)?.cause].map(
    (one) => (one as NodeJS.ErrnoException | null)?.code,
  )
  return codes.some((code) => code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH')
}

/** A program that is not there will not be there at the next try either: that is for a person to mend. */
function failureOf(error: unknown, { opening, said }: { opening: Opening; said: string }): Error {
  if (error instanceof AppError || error instanceof SignInNeededError) return error
  const { server, config } = opening
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (isMissing && 'command' in config) {
    const message = `No program "${config.command}" to start ${server}. Fix the MCP_SERVERS setting.`
    return new AppError('not_found', message, { cause: error })
  }
  const words = said === '' ? '' : ` ${said}`
  return new AppError('upstream_failed', `${server} didn't start: ${messageOf(error)}${words}`, {
    cause: error,
  })
}

export function messageOf(error: unknown): string {
  const message = plainReason(error instanceof Error ? error.message : String(error))
  // Some answer a program with the whole of a page.
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message
}
