import { createContext, use, useSyncExternalStore } from 'react'
import type { Service } from '../../../src/components/view-kit/service.ts'
import type { Question, ViewContext } from '../../../src/components/view-kit/view-context.ts'
import type { ChatStore } from '../chat/chat-store.ts'
import type { Access } from '../service/access.ts'
import type { EventConnection } from '../service/event-connection.ts'
import type { BrowserNotices } from './browser-notices.ts'
import type { SharedState } from './external-state.ts'
import type { Toast } from './notices/toast.ts'
import type { Router } from './router.ts'
import type { Theme } from './theme.ts'

/** What was entered and not saved, by the name of the setting. Kept in the page alone: it may be a secret. */
export type SettingDrafts = Readonly<Record<string, { readonly value: unknown }>>

export interface AskedQuestion extends Question {
  readonly answer: (agreed: boolean) => void
}

export interface Announcement {
  /** Tells the same sentence said twice apart, so that it is spoken twice. */
  readonly number: number
  readonly sentence: string
}

/** Which of the layers above the page is open. */
export type Layer = 'palette' | 'shortcuts' | 'tray' | undefined

/** Everything that the page is made of, put together once. */
export interface Shell {
  readonly access: Access
  readonly service: Service
  readonly events: EventConnection
  readonly router: Router
  readonly chat: ChatStore
  readonly theme: SharedState<Theme>
  readonly notices: BrowserNotices
  /** Notices above the page, the newest first. */
  readonly toasts: SharedState<readonly Toast[]>
  /** Whether the person is being asked if the browser may notify. */
  readonly offersNotices: SharedState<boolean>
  readonly layer: SharedState<Layer>
  readonly question: SharedState<AskedQuestion | undefined>
  /** Settings that were changed and not saved, as long as the page is open. */
  readonly settingDrafts: SharedState<SettingDrafts>
  /** A text that belongs into the message field, until it is there. */
  readonly composed: SharedState<{ readonly text: string } | undefined>
  /** What was said last to who cannot see the page. */
  readonly announcements: SharedState<readonly Announcement[]>
  readonly context: ViewContext
  /** Begins to follow what happens; ends when the signal aborts. */
  start(signal: AbortSignal): void
}

export const ShellContext = createContext<Shell | undefined>(undefined)

export function useShell(): Shell {
  const shell = use(ShellContext)
  if (!shell) throw new Error('Used outside of the shell.')
  return shell
}

export function useShared<Value>({ subscribe, get }: SharedState<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
