import type { ChatDeps } from '../src/features/chat/chat-seams.ts'
import { readingOf } from '../src/features/chat/reading.ts'

/** For a chat whose answerers understand nothing by themselves: whoever wants to is told so. */
export const unread: ChatDeps['read'] = (asked) =>
  readingOf(asked, {
    load: () => Promise.reject(new Error('No router is part of this test.')),
    now: () => new Date(),
  })
