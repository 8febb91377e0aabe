import type { Static, TObject, TSchema } from 'typebox'
import type { Component } from './component-schema.ts'
import type { Provenance } from './endpoint.ts'
import type { Log } from './log.ts'
import type { PreviewedChange } from './preview.ts'

/**
 * How much harm a call can do. `read` and `write` run; `external` (sends something out) and `dangerous` (deletes, runs
 * programs, controls the desktop) need approval when a model or a generated workflow asked for them.
 */
export type Risk = 'read' | 'write' | 'external' | 'dangerous'

export const editions = ['linux', 'macos', 'windows'] as const
export type Edition = (typeof editions)[number]

/** What people call it. */
export const editionNames: Readonly<Record<Edition, string>> = {
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
}

/**
 * What the result of a tool brings into a conversation: words that somebody else wrote (mail, pages, documents, names of
 * files), or what is private to the user. A model that has seen both asks before it changes or sends anything.
 */
export type Reading = 'untrusted' | 'private'

/** What the result of one call may hold; with `data`, what it does hold. */
export type ReadingsFor<Args> = (
  args: Args,
  call: Pick<ToolCall, 'home' | 'dataFolder' | 'setting' | 'origins'>,
  data?: unknown,
) => readonly Reading[] | Promise<readonly Reading[]>

/** Which files and kept entries somebody else made, wherever they lie by now. Paths have no links. */
export interface FileOrigins {
  /** Remembers a file, a folder with everything in it, or an entry by its `storedRecord`. */
  markOutside(path: string): Promise<void>
  /** There is no longer anything of the kind. */
  forget(path: string): Promise<void>
  isFromOutside(path: string): boolean
}

/** The name of an entry in the store among files: no path begins so. */
export function storedRecord(key: string, id: string): string {
  return `deskhand-store:/${encodeURIComponent(key)}/${encodeURIComponent(id)}`
}

/** What a tool gets beside its arguments. It opens nothing else on its own. */
export interface ToolCall {
  readonly signal: AbortSignal
  /** Who is behind it: rights follow the caller. */
  readonly provenance: Provenance
  /** Whether a person has allowed exactly this call. */
  readonly isApproved: boolean
  readonly log: Log
  readonly now: () => Date
  /** The user's home folder: what `~` means. */
  readonly home: string
  /** The service's own folder, which no tool may read or write. */
  readonly dataFolder: string
  /** Guarded fetch: refuses private addresses unless the user allowed them. */
  readonly fetch: typeof globalThis.fetch
  /** The effective value of a setting, secrets included. */
  readonly setting: (name: string) => unknown
  /** Of the running service, which keeps them; a bench or trial of one tool has none. */
  readonly accessTokens?: AccessTokens
  /** Of the running service, which remembers them; a bench or trial of one tool has none. */
  readonly origins?: FileOrigins
  /** The conversation that wants it, where there is one. */
  readonly session_id?: string | undefined
  /** Stable over retries of the same step; undefined for a direct call. */
  readonly idempotencyKey?: string
  readonly progress: (progress: ToolProgress) => void
}

/** Access to a service of somebody else that ends after a while and is renewed (OAuth 2.0). */
export interface AccessTokens {
  /** A token that is good for some minutes. `refused` is one that the service does not accept although it should be good. */
  get(grant: OAuthGrant, options: { signal: AbortSignal; refused?: string | undefined }): Promise<string>
}

/** What the user gave once, and what access is renewed with. */
export interface OAuthGrant {
  /** What the names of its settings begin with, e.g. `EMAIL_OAUTH`. */
  readonly name: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly refreshToken: string
}

export interface ToolProgress {
  /** 0 to 1, when the end is known. */
  readonly fraction?: number
  readonly message?: string
}

/** What a tool returns; a failure is thrown as an AppError. The envelope is made at the boundary. */
export interface Outcome<Data> {
  readonly message: string
  readonly data: Data
  /** It ran to its end but did not do what was asked, e.g. a command with an exit code: the data say why. */
  readonly failed?: boolean
}

/** A call that is only looked at: it must leave everything as it is. */
export interface PreviewCall extends ToolCall {
  /** Whether a call before this one in the same question would make this folder. The path is absolute. */
  readonly willBeFolder: (path: string) => boolean
}

/**
 * What a call acts on, by the names of its arguments. `paths`: files and folders, so that a person can allow the tool in a
 * folder. `exactly`: what must be the very same, such as the addressees of a mail; none of them is the whole tool, in its
 * conversation.
 */
export type Targets = { readonly paths: readonly string[] } | { readonly exactly: readonly string[] }

/** A picture file that a tool looked at. The hash binds it to the very bytes, whatever its name means by now. */
export interface LookedPicture {
  readonly path: string
  readonly sha256: string
}

/** A file that a tool made. */
export interface DrawnFile {
  readonly name: string
  readonly path: string
  readonly mime_type: string
}

export interface Tool<Params extends TObject = TObject, Data extends TSchema = TSchema> {
  /** Upper case with underscores, unique over all agents. */
  readonly action: string
  readonly title: string
  /** One or two sentences for a person or a model that chooses a tool. */
  readonly description: string
  readonly params: Params
  readonly data: Data
  readonly risk: Risk
  /** The risk of a call with exactly these arguments, where it is not that of every call. */
  readonly riskOf?: (params: Static<Params>) => Risk
  /** What this very call does, where the title names a thing instead of an act. */
  readonly actOf?: (params: Static<Params>) => Act
  /** What it removes goes to the trash, from where a person can bring it back. */
  readonly trashes?: true
  /** What a risky call can do at most, as a sentence for the person who is asked about it. */
  readonly atMost?: string
  /** What its result may hold, also by what it is called with; both when left out, for that is the safe guess. */
  readonly reads?: readonly Reading[] | ReadingsFor<Static<Params>>
  /** Arguments that leave this machine, such as the words of a search: what reads by them sends at the same time. */
  readonly leaves?: readonly string[]
  /** Its data has a `picture` (`LookedPicture`), which a model that can see gets to look at. */
  readonly shows?: true
  /** The pictures among the `files` of its data (`DrawnFile`) are shown to the person as a part of the answer. */
  readonly draws?: true
  /** What was written, by the names under which `FileOrigins` knows it; the member `path` of the data when left out. */
  readonly writes?: (data: Static<Data>) => readonly string[]
  /** Shows a person what a call has changed; undefined when it changed nothing. */
  readonly card?: (data: Static<Data>) => Component | undefined
  /**
   * What it returns are instructions that a person has approved: a model may follow them, whoever wrote them. They count as
   * written by others all the same, so that what they lead to is asked about.
   */
  readonly instructs?: true
  /**
   * What it leaves behind acts later, or is told to models as the user's own words: it is asked about in every
   * conversation that has read what strangers wrote, for by then nobody remembers that.
   */
  readonly lasts?: true
  /** Running it twice with the same arguments leaves the same state as running it once. */
  readonly idempotent: boolean
  /** Arguments that may hold what nobody else may read, such as a text that is typed. */
  readonly conceals?: Conceals<Static<Params>>
  /** Only the page of its own MCP server calls it: it is in no list, and nobody else finds it by its name. */
  readonly appOnly?: true
  /** Never run for somebody outside of this machine, such as the sender of a webhook, whatever anybody approves. */
  readonly closedToOutside?: true
  /** Moves the pointer or types: not while a person is asked something, unless a person does it. */
  readonly presses?: true
  /** Where it exists. When left out: everywhere, or on Linux and macOS if it takes files, whose rules know no other system. */
  readonly editions?: readonly Edition[]
  /** Seconds until a call is cancelled; 300 when left out. */
  readonly timeoutSeconds?: number
  /** What the user must do before it can work, as a sentence; undefined when nothing is missing. */
  readonly setup?: (setting: ToolCall['setting']) => string | undefined
  /** Sentences a person might say for it; they teach the router that needs no model. */
  readonly phrases?: readonly string[]
  /** A call that works, for the reference and the tests. Paths are under `{folder}`, which a test replaces. */
  readonly example: { readonly args: Static<Params>; readonly data?: Static<Data> }
  /** A reason to ask a person first whatever the risk, e.g. a protected path; undefined when there is none. */
  readonly needsApproval?: (
    params: Static<Params>,
    call: ToolCall,
  ) => Promise<string | undefined> | string | undefined
  /** What this call would change, for the person who is asked about it. It only looks. */
  readonly preview?: (params: Static<Params>, call: PreviewCall) => Promise<readonly PreviewedChange[]>
  /** What a person can allow it for from now on; without it, they are asked each time. */
  readonly targets?: Targets
  readonly run: (params: Static<Params>, call: ToolCall) => Promise<Outcome<Static<Data>>>
}

/**
 * `no`: everybody may read it. `maybe`: nobody can tell, so a person who is asked sees it and nothing stores it. `yes`: it is
 * a secret, shown to nobody and stored nowhere.
 */
export type Secrecy = 'no' | 'maybe' | 'yes'

export interface Conceals<Args> {
  /** The names of such arguments, all of them texts. */
  readonly args: readonly string[]
  /** What they are in this very call. It only looks. */
  readonly secrecyOf: (args: Args, call: ToolCall) => Promise<Secrecy>
}

// oxlint-disable-next-line no-explicit-any -- a plugin holds tools of different parameter types
export type AnyTool = Tool<any, any>

/** An act in the order in which a question says it: Add “Kite” to notes. */
export interface Act {
  readonly verb: string
  readonly subject?: string | readonly string[] | undefined
  readonly rest?: string
}

/** How much harm this very call can do. */
export function riskOfCall(tool: AnyTool, args: Readonly<Record<string, unknown>>): Risk {
  return tool.riskOf?.(args) ?? tool.risk
}

export interface Plugin {
  /** The agent name that workflow steps use. */
  readonly agent: string
  readonly title: string
  readonly summary: string
  readonly tools: readonly AnyTool[]
}

export function defineTool<Params extends TObject, Data extends TSchema>(
  tool: Tool<Params, Data>,
): Tool<Params, Data> {
  return tool
}

export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}

/** The same tools, which need what Windows does differently: programs, their folders or its screen. */
export function notOnWindows(tools: readonly AnyTool[]): AnyTool[] {
  return tools.map((tool) => ({ editions: ['linux', 'macos'], ...tool }))
}

/** The same tools, which all need something to be set up first. */
export function needingSetup(tools: readonly AnyTool[], setup: NonNullable<AnyTool['setup']>): AnyTool[] {
  return tools.map((tool) => ({ ...tool, setup }))
}
