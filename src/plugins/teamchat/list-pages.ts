import { fieldsOf, listOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import type { SlackArguments, SlackClient } from './slack-client.ts'

const MAX_PAGES = 200

/** Every item of a list that Slack gives out in pages, as they come. */
export async function* listPages(
  client: SlackClient,
  { method, member, ...given }: { method: string; member: string } & SlackArguments,
): AsyncGenerator<readonly Fields[]> {
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await client.ask(method, { ...given, ...(cursor !== null && { cursor }) })
    yield listOf(answer[member]).map(fieldsOf)
    const next = textOf(fieldsOf(answer['response_metadata'])['next_cursor'])
    if (next === null || next === cursor) return
    cursor = next
  }
}
