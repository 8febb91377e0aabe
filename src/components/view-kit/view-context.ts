import { createContext, use } from 'react'
import type { Component } from '../../contract/component-schema.ts'
import type { WritingStyle } from '../../contract/text/write-blocks.ts'
import type { Action } from '../action.ts'
import type { EventFeed } from './live/events.ts'
import type { LiveReadings } from './live/live-readings.ts'
import type { StoredValues } from './store/stored-values.ts'
import type { ViewRegistry } from './view-entry.ts'

type OpenAction = Extract<Action, { kind: 'open' }>
export type ShellPage = NonNullable<OpenAction['page']>

/** What the shell lends to the views. They get everything from here, so that a view can be drawn anywhere. */
export interface ViewContext {
  /** Another program shows the views: there nothing of the service can be loaded by its address, and nothing pinned. */
  readonly isElsewhere?: boolean
  readonly events: EventFeed
  readonly stored: StoredValues
  readonly readings: LiveReadings
  readonly views: ViewRegistry
  readonly telemetry: RenderReports
  readonly pins: Pins
  /** Says something in the conversation, as if the person had typed it. */
  say(message: string): void
  /** Puts a text into the message field, for the person to change and send. */
  compose(text: string): void
  /** Leads to a page of the shell, and there to one thing. */
  show(page: ShellPage, item?: string): void
  /** Components in words, with the data that they show just now, to copy. */
  textOf(components: readonly Component[], style: WritingStyle): Promise<string>
  /** Read to who cannot see the page, in a whole sentence. */
  announce(sentence: string): void
  /** Asks a person before something that a button of an answer would do. False when they decline. */
  ask(question: Question): Promise<boolean>
}

export interface RenderReports {
  drawn(type: string, durationMs: number): void
  failed(type: string, error: unknown): void
}

export interface Pins {
  readonly subscribe: (listener: () => void) => () => void
  /** Another value whenever something was pinned or taken away. */
  readonly state: () => unknown
  isPinned(component: Component): boolean
  /** With the answer that it is part of: whose words stand on its buttons does not change by pinning it. */
  toggle(component: Component, runId?: string): void
}

export interface Question {
  readonly title: string
  readonly message: string
  /** Shown letter by letter below the message. */
  readonly detail?: unknown
  readonly confirmLabel: string
  readonly dangerous: boolean
}

export const ViewContextValue = createContext<ViewContext | undefined>(undefined)

export function useViewContext(): ViewContext {
  const context = use(ViewContextValue)
  if (!context) throw new Error('A view was drawn outside of the shell.')
  return context
}
