const KiB = 1024
const MiB = 1024 * KiB

/** What one plugin may use up. A plugin that wants more is ended with a sentence that says so. */
export const pluginLimits = {
  /** One message on the wire: a result, a value for the store, the body of a request. */
  messageBytes: 1 * MiB,
  /** Everything that it writes while calls are running, its error output included, but for what it asks for in turn. */
  outputBytes: 16 * MiB,
  /** Body of an answer that it fetched. */
  fetchBytes: 8 * MiB,
  fetchSeconds: 60,
  heapMegabytes: 256,
  /** Writable memory in KiB beside what Node maps by itself, which it does without using it. */
  ownKilobytes: 448 * KiB,
  /** Processor time of one process: ends what was left behind by a service that was killed. */
  processorSeconds: 900,
  /** Until a module must have been loaded and have said which tools it has. */
  loadSeconds: 10,
  callSeconds: 30,
  maxCallSeconds: 300,
  /** How long a call that was told to stop may take before its process is ended. */
  cancelGraceMs: 1_000,
  /** A process without calls is ended after this; the next call starts another. */
  idleMs: 60_000,
  callsAtOnce: 16,
  hostCallsAtOnce: 16,
  hostCallPace: { burst: 100, perSecond: 200 },
  /** Lines in the service's log, a minute. */
  logLines: 200,
  crashes: 3,
  crashWindowMs: 60_000,
  tools: 100,
  files: 1_000,
  folderBytes: 32 * MiB,
  manifestBytes: 64 * KiB,
  schemaBytes: 64 * KiB,
  storeEntries: 1_000,
  storeBytes: 16 * MiB,
} as const
