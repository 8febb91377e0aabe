import type { Heard } from '../../../platform/correspondence/heard.ts'

/** Where an answer that comes later must go. */
export interface WorkspaceAddress {
  readonly space: string
  readonly thread: string | null
}

/** The provider has two formats, and wants its answer in the one of the event. */
export interface WorkspaceEvent extends Heard {
  readonly format: 'classic' | 'add-on'
  readonly reply_to: WorkspaceAddress
}
