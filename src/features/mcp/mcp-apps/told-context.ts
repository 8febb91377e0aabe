import type { AppCalls, AppContext } from './app-calls.ts'
import { membersOf } from './tool-ui.ts'

const MAX_CHARACTERS = 16_000

/** What the apps of a conversation want models to know, as texts with where they come from. */
export function toldContexts(
  calls: Pick<AppCalls, 'contextsOf'>,
  session_id: string,
): { readonly source: string; readonly text: string }[] {
  let room = MAX_CHARACTERS
  return calls.contextsOf(session_id).flatMap(({ server, title, context }) => {
    const text = wordsOf(context).slice(0, room)
    room -= text.length
    return text === '' ? [] : [{ source: `what the app ${title} of ${server} shows now`, text }]
  })
}

function wordsOf({ content = [], structured_content }: AppContext): string {
  const words = content.flatMap((block) => {
    const { type, text } = membersOf(block)
    return type === 'text' && typeof text === 'string' ? [text] : []
  })
  return [...words, ...(structured_content === undefined ? [] : [JSON.stringify(structured_content)])].join(
    '\n',
  )
}
