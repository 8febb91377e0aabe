import { definePlugin, needingSetup, type Plugin, type ToolCall } from '../../contract/tool.ts'
import { createDirectory } from './directory.ts'
import { createReadMessages } from './read-messages.ts'
import { createSendDirectMessage } from './send-direct-message.ts'
import { createSendMessage } from './send-message.ts'
import { createUploadFile } from './upload-file.ts'

const setup = (setting: ToolCall['setting']) =>
  setting('TEAMCHAT_TOKEN') ? undefined : 'Set TEAMCHAT_TOKEN to the bot token of a Slack app.'

/** The tools share what they learn about names, so they are made together. */
export function createTeamchat(): Plugin {
  const directory = createDirectory()
  return definePlugin({
    agent: 'teamchat',
    title: 'Team chat',
    summary: 'Posts messages and files in Slack, messages people, and reads channels.',
    tools: needingSetup(
      [
        createUploadFile(directory),
        createSendMessage(directory),
        createSendDirectMessage(directory),
        createReadMessages(directory),
      ],
      setup,
    ),
  })
}

export const teamchat = createTeamchat()
