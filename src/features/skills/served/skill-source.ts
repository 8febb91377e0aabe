/** The skills of an MCP server that is connected, as it tells them: nothing of it has been checked. */
export interface SkillSource {
  list(signal: AbortSignal): Promise<{ readonly skills: readonly unknown[]; readonly isCut: boolean }>
  /** Undefined when it serves none at this address. */
  get(uri: string, signal: AbortSignal): Promise<unknown>
  read(uri: string, signal: AbortSignal): Promise<Buffer>
}

/** Who is told which servers are there. It never waits for them, and never fails. */
export interface SkillSink {
  /** A server that serves no skills has no source. */
  connected(server: string, source: SkillSource | undefined): void
  disconnected(server: string): void
  /** It says that what it serves changed. */
  changed(server: string): void
}
