import { useEffect, useRef, useState } from 'react'
import type { Conversation } from './conversation.ts'

const keyOf = (sessionId: string | undefined) => `deskhand.draft.${sessionId ?? 'new'}`

/** What was being written in a conversation; it survives a reload. */
export function useDraft({
  place,
  sessionId,
}: Pick<Conversation, 'place' | 'sessionId'>): [string, (text: string) => void] {
  const [state, setState] = useState(() => ({ place, text: read(sessionId) }))
  const before = useRef({ place, sessionId })
  // Another conversation brings its own draft.
  if (state.place !== place) setState({ place, text: read(sessionId) })
  useEffect(() => {
    const isNamed = before.current.place === place && before.current.sessionId !== sessionId
    before.current = { place, sessionId }
    if (!isNamed) return
    // One that has just got its name keeps what is being written, under that name.
    keep(undefined, '')
    keep(sessionId, state.text)
  }, [place, sessionId, state.text])
  const setText = (text: string) => {
    keep(sessionId, text)
    setState({ place, text })
  }
  return [state.text, setText]
}

function read(sessionId: string | undefined): string {
  return localStorage.getItem(keyOf(sessionId)) ?? ''
}

function keep(sessionId: string | undefined, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(sessionId))
  else localStorage.setItem(keyOf(sessionId), text)
}
