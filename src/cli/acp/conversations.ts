import type { AgentContext, ListSessionsResponse } from '@agentclientprotocol/sdk'
import type { Component } from '../../contract/component-schema.ts'
import type { CommandCall } from '../command.ts'
import { callServiceForJson } from '../running-service.ts'
import { markdownOf } from './markdown.ts'

interface ChatPage {
  readonly chats: readonly { session_id: string; title: string; updated_at: string }[]
  readonly next_cursor: string | null
}

export interface ChatRecord {
  readonly messages: readonly {
    readonly role: string
    readonly text: string
    readonly components: readonly Component[]
  }[]
}

export function readChat(sessionId: string, call: CommandCall): Promise<ChatRecord> {
  return callServiceForJson(call, { method: 'GET', path: `/api/chats/${encodeURIComponent(sessionId)}` })
}

/** A conversation as it was, told again. */
export async function replay(
  { messages }: ChatRecord,
  { sessionId, editor, call }: { sessionId: string; editor: AgentContext; call: CommandCall },
): Promise<void> {
  for (const { role, text, components } of messages) {
    const said = [text, await markdownOf(components, call)].filter((part) => part !== '')
    if (said.length === 0) continue
    const sessionUpdate = role === 'user' ? 'user_message_chunk' : 'agent_message_chunk'
    const content = { type: 'text', text: said.join('\n\n') } as const
    await editor.notify('session/update', { sessionId, update: { sessionUpdate, content } })
  }
}

/** Editors sort sessions by folders, which conversations here do not have: each counts to the one that asks. */
export async function listChats(
  { cwd, cursor }: { readonly cwd?: string | null; readonly cursor?: string | null },
  call: CommandCall,
): Promise<ListSessionsResponse> {
  const page = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : ''
  const request = { method: 'GET', path: `/api/chats?limit=50${page}` }
  const { chats, next_cursor } = await callServiceForJson<ChatPage>(call, request)
  return {
    sessions: chats.map(({ session_id, title, updated_at }) => ({
      sessionId: session_id,
      cwd: cwd ?? process.cwd(),
      title,
      updatedAt: updated_at,
    })),
    nextCursor: next_cursor,
  }
}
