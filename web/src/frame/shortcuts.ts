import { useEffect } from 'react'
import type { ShellPage } from '../../../src/components/view-kit/view-context.ts'
import { visitToasts } from './notices/focus-toasts.ts'
import type { Shell } from './shell.ts'

export const shortcutList: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Ctrl K', does: 'Search everything, calculate, or ask' },
  { keys: '/', does: 'Write a message' },
  { keys: 'Ctrl Shift O', does: 'New conversation' },
  { keys: 'Escape', does: 'Stop the answer, or close the open panel' },
  { keys: '↑', does: 'Edit your last message, when the field is empty' },
  { keys: 'g then c h f t d s', does: 'Go to Chat, Home, Flows, Tools, Desk, Settings' },
  { keys: 'i', does: 'Open the inbox' },
  { keys: 'F8', does: 'Go to the newest notification, and back' },
  { keys: 'A / R', does: 'Go to Approve or Reject in the focused question' },
  { keys: '?', does: 'Show keyboard shortcuts' },
]

const GOALS: Readonly<Record<string, ShellPage>> = {
  c: 'chat',
  h: 'home',
  f: 'flows',
  t: 'tools',
  d: 'desk',
  s: 'settings',
}
const GO_PATIENCE_MS = 1_200

/** Keys that work everywhere. Single letters only while nobody is typing. */
export function useShortcuts(shell: Shell): void {
  useEffect(() => {
    let goPressedAt = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (hasCommand(event)) withCommand(event, shell)
      else if (event.key === 'F8') visitToasts()
      if (hasCommand(event) || event.altKey || isTyping(event.target)) return
      const goes = performance.now() - goPressedAt < GO_PATIENCE_MS ? GOALS[event.key] : undefined
      goPressedAt = event.key === 'g' ? performance.now() : 0
      if (goes) shell.router.go(goes)
      else single(event, shell)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shell])
}

function hasCommand({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey
}

function withCommand(event: KeyboardEvent, { layer, router, chat }: Shell): void {
  if (event.key.toLowerCase() === 'k') {
    event.preventDefault()
    layer.set(layer.get() === 'palette' ? undefined : 'palette')
  } else if (event.shiftKey && event.key.toLowerCase() === 'o') {
    event.preventDefault()
    void chat.open(undefined)
    router.go('chat')
  }
}

function single(event: KeyboardEvent, { layer, router, chat }: Shell): void {
  if (event.key === '?') layer.set('shortcuts')
  else if (event.key === 'i') layer.set(layer.get() === 'tray' ? undefined : 'tray')
  else if (event.key === '/') {
    event.preventDefault()
    router.go('chat', chat.conversation().sessionId)
    requestAnimationFrame(() => document.getElementById('composer')?.focus())
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null)
  )
}
