import type { Database } from '../../../../platform/database/database.ts'
import type { Asked, EarlierMessage } from '../../answering.ts'
import { findChat, messagesAfter } from '../../sessions/session-rows.ts'

/** What stands for the older part of a conversation in what a model is told. */
export interface Summary {
  /** Number of the last message that it stands for. */
  readonly through: number
  /** What the person said in it, in their own words, the oldest first. */
  readonly said: readonly string[]
  /** What was done, found and decided. A model wrote it after reading what strangers wrote: it is data. */
  readonly text: string
  readonly by: 'model' | 'rule'
}

/** What a model is told of what was said before. */
export interface Earlier {
  readonly summary: Summary | undefined
  /** All that the summary does not stand for. */
  readonly messages: readonly EarlierMessage[]
}

export interface Summaries {
  before(asked: Asked): Earlier
  /** The messages that a summary stands for, as they were said. */
  summarised(asked: Asked, summary: Summary): readonly EarlierMessage[]
  keep(session_id: string, summary: Summary): Promise<void>
}

export class StoredSummaries implements Summaries {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  before({ session_id, run_id, earlier }: Asked): Earlier {
    const chat = findChat(this.#database, session_id)
    if (!chat) return { summary: undefined, messages: earlier }
    const summary = this.#find(chat.number)
    const after = { after: summary?.through ?? 0, besides: run_id }
    const messages = messagesAfter(this.#database, chat.number, after)
    // What was said elsewhere is not kept here.
    return { summary, messages: !summary && messages.length === 0 ? earlier : messages }
  }

  summarised({ session_id, run_id }: Asked, { through }: Summary): readonly EarlierMessage[] {
    const chat = findChat(this.#database, session_id)
    if (!chat) return []
    const all = messagesAfter(this.#database, chat.number, { after: 0, besides: run_id })
    return all.filter(({ number = Infinity }) => number <= through)
  }

  async keep(session_id: string, { through, said, text, by }: Summary): Promise<void> {
    const database = this.#database
    await database.write(() => {
      const chat = findChat(database, session_id)
      // Deleted meanwhile.
      if (!chat) return
      database
        .prepare(
          'INSERT OR REPLACE INTO chat_summaries (chat, through, said, text, made_by) VALUES (?, ?, ?, ?, ?)',
        )
        .run(chat.number, through, JSON.stringify(said), text, by)
    })
  }

  #find(chat: number): Summary | undefined {
    const row = this.#database
      .prepare('SELECT through, said, text, made_by FROM chat_summaries WHERE chat = ?')
      .get(chat)
    if (!row) return undefined
    return {
      through: Number(row['through']),
      said: JSON.parse(String(row['said'])) as string[],
      text: String(row['text']),
      by: row['made_by'] as Summary['by'],
    }
  }
}
