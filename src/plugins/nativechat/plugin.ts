import { definePlugin, type Plugin } from '../../contract/tool.ts'
import type { NativeChatOptions } from './chat-message.ts'
import { nativechatRead } from './nativechat-read.ts'
import { nativechatSearch } from './nativechat-search.ts'
import { createNativechatSendFile } from './nativechat-send-file.ts'
import { createNativechatSend } from './nativechat-send.ts'

export function createNativechat(options: NativeChatOptions = {}): Plugin {
  return definePlugin({
    agent: 'nativechat',
    title: 'Messages',
    summary: 'Searches, reads and sends messages through Messages on a Mac.',
    tools: [
      createNativechatSendFile(options),
      nativechatSearch,
      createNativechatSend(options),
      nativechatRead,
    ],
  })
}

export const nativechat = createNativechat()
