import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { ChatGuid, type NativeChatOptions } from './chat-message.ts'

const Params = Type.Object({
  chat_guid: ChatGuid,
  file_path: Type.String({ minLength: 1, maxLength: 4000, description: 'Local path of the file' }),
  message: Type.Optional(Type.String({ maxLength: 20_000, description: 'Text sent with the file' })),
})

const Data = Type.Object({
  chat_guid: Type.String({ description: 'The chat, number or address it went to' }),
  file_path: Type.String({ description: 'The file that was sent' }),
  bytes: Type.Integer({ description: 'Its size' }),
})

/** What iMessage takes at most. */
const maxBytes = 100 * 1024 * 1024

export function createNativechatSendFile({ searchPath }: NativeChatOptions) {
  return defineTool({
    action: 'NATIVECHAT_SEND_FILE',
    title: 'Send a file by message',
    description:
      'Sends a file or image to a chat, phone number or address through the Messages app on this Mac.',
    params: Params,
    data: Data,
    risk: 'external',
    reads: [],
    idempotent: false,
    editions: ['macos'],
    phrases: [
      'send ~/Pictures/cat.jpg to +15551234567',
      'message the report to alice@example.com',
      'send this picture by iMessage',
      'share ~/Documents/plan.pdf in the group Weekend Plans',
      'text the photo to Anna',
      'iMessage the invoice to +15551234567',
      'send the file to that chat',
      'send the screenshot with the words look at this',
    ],
    example: {
      args: {
        chat_guid: 'iMessage;-;+15551234567',
        file_path: '{folder}/notes.txt',
        message: 'Here are the notes.',
      },
    },
    needsApproval: (params, call) =>
      reasonToAsk(call, [{ path: params.file_path, name: 'file_path', access: 'read' }]),
    async run({ chat_guid: given, file_path: givenPath, message }, call) {
      const { home, signal } = call
      const { path, bytes } = await outgoingFile(givenPath, call)
      const { receiverOf, sendMessage } = await import('../../platform/macos/messages-app.ts')
      const receiver = await receiverOf(given, { home })
      await sendMessage({ receiver, text: message?.trim(), file: path, home, signal, searchPath })
      return {
        message: `Handed ${basename(path)} (${bytes} bytes) for ${given} to Messages.`,
        data: { chat_guid: receiver.target, file_path: path, bytes },
      }
    },
  })
}

async function outgoingFile(given: string, call: ToolCall): Promise<{ path: string; bytes: number }> {
  await using file = await openInput(given, call, { name: 'file_path' })
  const { path } = file
  try {
    const found = file.held.stats
    if (!found.isFile())
      throw new AppError(
        'invalid_request',
        `"${path}" is not a file. Pack a folder with COMPRESS_FILES first.`,
      )
    if (found.size > maxBytes)
      throw new AppError('too_large', `"${path}" is larger than 100 MB, which is too large for Messages.`)
    // Messages is another program, so it gets the path without links that was judged.
    return { path: file.held.path, bytes: found.size }
  } catch (error) {
    throw fileError(error, path)
  }
}
