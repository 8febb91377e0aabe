import { useState } from 'react'

const keyOf = (sessionId: string | undefined) => `deskhand.draft.${sessionId ?? 'new'}`

/** What was being written in a conversation; it survives a reload. */
export function useDraft(sessionId: string | undefined): [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ sessionId, text: read(sessionId) }))
  // Another conversation brings its own draft; one that just got its name keeps what is being written.
  if (state.sessionId !== sessionId)
    setState({ sessionId, text: state.sessionId === undefined ? state.text : read(sessionId) })
  const setText = (text: string) => {
    if (text === '') localStorage.removeItem(keyOf(sessionId))
    else localStorage.setItem(keyOf(sessionId), text)
    setState({ sessionId, text })
  }
  return [state.text, setText]
}

function read(sessionId: string | undefined): string {
  return localStorage.getItem(keyOf(sessionId)) ?? ''
}
