import { AppError } from '../../contract/errors.ts'

const MAX_TOPICS = 100
const PATTERN = /^(?:\*|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?:\.\*)?)$/i

export type TopicFilter = (type: string) => boolean

/** Whether an event is wanted: `store.changed` is itself, `store.*` all that begins so, `*` everything. */
export function topicFilter(topics: readonly string[] = ['*']): TopicFilter {
  assertPatterns(topics)
  if (topics.includes('*')) return () => true
  const exact = new Set(topics)
  const prefixes = topics.filter((topic) => topic.endsWith('.*')).map((topic) => topic.slice(0, -1))
  return (type) => exact.has(type) || prefixes.some((prefix) => type.startsWith(prefix))
}

function assertPatterns(topics: readonly string[]): void {
  if (topics.length > MAX_TOPICS)
    throw new AppError('invalid_request', `Name at most ${MAX_TOPICS} topics; "store.*" stands for many.`)
  for (const topic of topics) {
    if (!PATTERN.test(topic))
      throw new AppError(
        'invalid_request',
        `"${topic.slice(0, 80)}" is not a topic. Write an event type like "store.changed", "store.*", or "*".`,
      )
  }
}
