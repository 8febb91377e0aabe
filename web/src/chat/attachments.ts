import { useState } from 'react'
import type { Conversation } from './conversation.ts'
import { reasonOf, useService, type Service } from '../../../src/components/view-kit/service.ts'
import { newEntryId } from '../../../src/components/view-kit/store/stored.ts'
import type { SentFile } from './chat-record.ts'

export interface Attachment {
  readonly key: string
  readonly name: string
  readonly state: 'sending' | 'reading' | 'ready' | 'failed'
  readonly problem?: string
  readonly sent?: SentFile
  /** Address of a picture that this page holds, as long as it waits here. */
  readonly preview?: string
}

export interface Attachments {
  readonly list: readonly Attachment[]
  readonly busy: boolean
  readonly add: (files: readonly File[]) => void
  readonly remove: (key: string) => void
  /** What has gone with a message that was taken back. */
  readonly bringBack: (files: readonly SentFile[]) => void
  /** What is ready to go with a message; the list is empty afterwards. */
  readonly take: () => readonly SentFile[]
}

/** Files for the next message: uploaded, then read, so that the answer can quote them. */
export function useAttachments({ place, sessionId }: Pick<Conversation, 'place' | 'sessionId'>): Attachments {
  const service = useService()
  const [list, setList] = useState<readonly Attachment[]>([])
  const [shownAt, setShownAt] = useState(place)
  // What was meant for one conversation does not go along into another.
  if (shownAt !== place) {
    setShownAt(place)
    setList([])
  }
  const change = (key: string, members: Partial<Attachment>) =>
    setList((current) => current.map((entry) => (entry.key === key ? { ...entry, ...members } : entry)))
  const send = async (key: string, file: File) => {
    try {
      const sent = await upload(service, file)
      change(key, { state: 'reading', sent })
      // A picture is looked at by a model that can, and what is written in it is read where one cannot.
      const document_id = file.type.startsWith('image/')
        ? undefined
        : await ingest(service, { file_id: sent.file_id, session_id: sessionId })
      change(key, { state: 'ready', sent: { ...sent, document_id } })
    } catch (error) {
      change(key, { state: 'failed', problem: reasonOf(error) })
    }
  }
  return {
    list,
    busy: list.some(({ state }) => state === 'sending' || state === 'reading'),
    add(files) {
      const added = files.map((file) => ({
        key: newEntryId(),
        name: file.name,
        state: 'sending' as const,
        file,
        ...(file.type.startsWith('image/') && { preview: URL.createObjectURL(file) }),
      }))
      setList((current) => [...current, ...added.map(({ file: _file, ...entry }) => entry)])
      for (const { key, file } of added) void send(key, file)
    },
    bringBack(files) {
      const returned = files.map((sent) => ({
        key: newEntryId(),
        name: sent.name,
        state: 'ready' as const,
        sent,
      }))
      setList((current) => [...current, ...returned])
    },
    remove(key) {
      letGo(list.filter((entry) => entry.key === key))
      setList((current) => current.filter((entry) => entry.key !== key))
    },
    take() {
      letGo(list)
      const ready = list.flatMap(({ sent }) => (sent ? [sent] : []))
      setList([])
      return ready
    },
  }
}

function letGo(entries: readonly Attachment[]): void {
  for (const { preview } of entries) if (preview !== undefined) URL.revokeObjectURL(preview)
}

async function upload(service: Service, file: File): Promise<SentFile> {
  const form = new FormData()
  form.set('file', file)
  const { file_id, filename } = await service.call('POST /api/upload', { body: form as unknown as object })
  return { name: filename, file_id, document_id: undefined }
}

/** A picture or another file without text cannot be read, but it can still be spoken about. */
async function ingest(
  service: Service,
  { file_id, session_id }: { file_id: string; session_id: string | undefined },
): Promise<string | undefined> {
  try {
    const body = { file_id, ...(session_id !== undefined && { session_id }) }
    return (await service.call('POST /api/file-ingest', { body })).document_id
  } catch {
    return undefined
  }
}
