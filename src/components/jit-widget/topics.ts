/** Whether an event is one of those that were asked for: its own name, or `store.*` for all of a kind. */
export function isWanted(type: string, topics: readonly string[]): boolean {
  return topics.some((topic) =>
    topic.endsWith('.*') ? type.startsWith(topic.slice(0, -1)) : topic === type || topic === '*',
  )
}

/** What an event says, without what every event has. */
export function membersOf(event: object): object {
  const { seq: _seq, type: _type, at: _at, ...members } = event as Record<string, unknown>
  return members
}
