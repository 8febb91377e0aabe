import { definePlugin, type Plugin } from '../../contract/tool.ts'
import { createDirectory } from './directory.ts'
import { createReadMessages } from './read-messages.ts'
import { createSendDirectMessage } from './send-direct-message.ts'
import { createSendMessage } from './send-message.ts'
import { createUploadFile } from './upload-file.ts'

/** The tools share what they learn about names, so they are made together. */
export function createTeamchat(): Plugin {
  const directory = createDirectory()
  return definePlugin({
    agent: 'teamchat',
    title: 'Team chat',
    summary: 'Posts messages and files in Slack, writes to people there, and reads channels.',
    tools: [
      createUploadFile(directory),
      createSendMessage(directory),
      createSendDirectMessage(directory),
      createReadMessages(directory),
    ],
  })
}

export const teamchat = createTeamchat()
