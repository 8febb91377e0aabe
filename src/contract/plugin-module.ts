/**
 * What the author of a plugin writes against. A plugin is a folder with `plugin.json` (the manifest) and a module; the
 * module is plain TypeScript or JavaScript and may import these types or nothing at all. This file imports nothing, so
 * that it can be copied beside a plugin as it is.
 */

/** `plugin.json`: what the plugin is, and what it asks for. */
export interface PluginManifest {
  /** Name of the agent and of the folder: lower case with underscores. */
  readonly agent: string
  readonly version: string
  readonly title?: string
  /** One sentence for a person who decides whether to enable it. */
  readonly summary: string
  /** The author's claim that its tools may run like built-in ones. Without it every call is asked about. */
  readonly is_safe?: boolean
  readonly permissions?: PluginPermissions
  readonly settings?: readonly PluginSetting[]
  /** The module, in the folder; `plugin.ts` or `plugin.js` when left out. */
  readonly entry?: string
}

/** Granted as a whole when the user enables the plugin; before that it has none of them. */
export interface PluginPermissions {
  /** Hosts that `host.fetch` reaches: `api.example.com`, `*.example.com`, `example.com:8443`. */
  readonly network?: readonly string[]
  /** Files and folders it may read: absolute, or under `~/`. */
  readonly read?: readonly string[]
  /** Files and folders it may also change. */
  readonly write?: readonly string[]
  /** Whether it may keep values with `host.store`. */
  readonly store?: boolean
}

/** A value that the user sets for the plugin, as `PLUGIN_<AGENT>_<NAME>`. */
export interface PluginSetting {
  /** Upper case with underscores. */
  readonly name: string
  readonly type: 'string' | 'number' | 'integer' | 'boolean'
  readonly description: string
  /** Kept with the other secrets and never shown; of type string. */
  readonly secret?: boolean
  readonly default?: string | number | boolean
}

/** What the module exports: `export const tools = […]`, or a default export with `tools` in it. */
export interface PluginModule {
  readonly tools: readonly PluginTool[]
}

// oxlint-disable-next-line no-explicit-any -- a tool names the type of its own arguments; the service has checked them
export interface PluginTool<Args = any> {
  /** Upper case with underscores, unlike that of any other tool. */
  readonly action: string
  readonly title: string
  /** One or two sentences for a person or a model that chooses a tool. */
  readonly description: string
  /** JSON Schema of the arguments: an object with `properties`. They are checked, with defaults, before `run`. */
  readonly params: object
  /** JSON Schema of `data` in the result, for those who want to read it. */
  readonly data?: object
  /** `read` looks, `write` changes something here, `external` sends something out, `dangerous` cannot be undone. */
  readonly risk: 'read' | 'write' | 'external' | 'dangerous'
  /** Running it twice leaves the same state as running it once. */
  readonly idempotent: boolean
  /** Until a call is stopped; 30 when left out, 300 at most. */
  readonly timeoutSeconds?: number
  /** Sentences that a person might say for it. */
  readonly phrases?: readonly string[]
  /** A call that works; `deskhand plugin test` runs it. */
  readonly example?: { readonly args: Args }
  /** A failure is thrown: the message of the error is what the caller reads. */
  readonly run: (args: Args, host: PluginHost) => Promise<PluginResult> | PluginResult
}

export interface PluginResult {
  /** The outcome in a sentence for a person. */
  readonly message: string
  /** Anything that JSON can say, up to 1 MB. */
  readonly data?: unknown
}

/** The way out of the sandbox, one for each call. There is no other. */
export interface PluginHost {
  /** Fetch for the hosts that the manifest names. An answer may have 8 MB. */
  readonly fetch: typeof globalThis.fetch
  /** JSON values of this plugin alone; they outlive restarts. */
  readonly store: {
    /** Undefined when nothing was kept under the key. */
    get(key: string): Promise<unknown>
    set(key: string, value: unknown): Promise<void>
    /** False when there was nothing. */
    delete(key: string): Promise<boolean>
  }
  readonly settings: {
    /** The value in force by the name in the manifest; null when it is not set. */
    get(name: string): unknown
  }
  /**
   * The granted paths, absolute and in the order of the manifest: `~` means nothing inside the sandbox, where there is no
   * home folder.
   */
  readonly paths: { readonly read: readonly string[]; readonly write: readonly string[] }
  /** A line in the log of the service. */
  log(message: string, fields?: object): void
  /** How far a long call is. */
  progress(progress: { fraction?: number; message?: string }): void
  /** Aborts when the caller gives up or the time is over. */
  readonly signal: AbortSignal
}
