import type { AnswerOf } from '../../../src/components/view-kit/service.ts'

export type ChatRecord = AnswerOf<'GET /api/chats/:session_id'>

export type ModelPick = NonNullable<ChatRecord['model']>

export interface SentFile {
  readonly name: string
  readonly file_id: string
  readonly document_id: string | undefined
  /** Where it lies, when another client named it so. */
  readonly path?: string | undefined
}
