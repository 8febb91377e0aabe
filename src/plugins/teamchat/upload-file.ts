import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fieldsOf, listOf, textOf } from '../../platform/upstream/fields.ts'
import { calling } from './channels.ts'
import { connect, uploadSeconds } from './connection.ts'
import type { Directory } from './directory.ts'
import { escaped } from './message-text.ts'
import { openOutgoingFile } from './outgoing-file.ts'
import { ChannelId, ChannelName, ChannelNameOrNull } from './params.ts'

const Params = Type.Object({
  channel: ChannelName,
  file_path: Type.String({ minLength: 1, description: 'Absolute path of the file' }),
  title: Type.Optional(Type.String({ maxLength: 250, description: 'Title; the file name by default' })),
  comment: Type.Optional(Type.String({ maxLength: 10_000, description: 'Text posted with the file' })),
})

const Data = Type.Object({
  channel_id: ChannelId,
  channel: ChannelNameOrNull,
  file_id: Type.String({ description: "Slack's id of the file" }),
  name: Type.String({ description: 'Name of the file' }),
  title: Type.String({ description: 'Title of the file' }),
  size: Type.Integer({ description: 'Size in bytes' }),
  url: Type.Union([Type.String(), Type.Null()], { description: 'Web address' }),
})

export function createUploadFile({ channels }: Directory) {
  return defineTool({
    action: 'TEAMCHAT_UPLOAD_FILE',
    title: 'Upload a file to the team chat',
    description: 'Uploads a file of up to 1 GB to a Slack channel, optionally with a title and comment.',
    params: Params,
    data: Data,
    risk: 'external',
    reads: [],
    idempotent: false,
    timeoutSeconds: uploadSeconds,
    phrases: [
      'upload ~/report.pdf to #general',
      'post this file in the channel marketing',
      'share the spreadsheet with the team on slack',
      'send the picture to the design channel',
      'put the pdf into our slack channel',
      'upload a file to slack with the comment please review',
      'share ~/notes.txt in the team chat',
      'attach the report to a message in #sales',
    ],
    example: { args: { channel: 'general', file_path: '{folder}/notes.txt', title: 'Notes' } },
    needsApproval: ({ file_path: path }, call) =>
      reasonToAsk(call, [{ path, name: 'file_path', access: 'read' }]),
    async run({ channel: wanted, file_path: path, title: wantedTitle, comment }, call) {
      const client = connect(call)
      await using file = await openOutgoingFile(path, call)
      const channel = await channels.find(wanted, client)
      const { name, size } = file
      const title = wantedTitle?.trim() || name
      const place = await client.ask('files.getUploadURLExternal', { filename: name, length: size })
      const id = textOf(place['file_id']) ?? ''
      await client.upload(place['upload_url'], { bytes: file.bytes(), size })
      const done = await client.ask(
        'files.completeUploadExternal',
        {
          files: JSON.stringify([{ id, title }]),
          channel_id: channel.id,
          initial_comment: comment?.trim() ? escaped(comment) : undefined,
        },
        calling(wanted),
      )
      const shared = fieldsOf(listOf(done['files'])[0])
      const url = textOf(shared['permalink'])
      return {
        message: `Uploaded "${name}" to ${calling(channel.name ?? channel.id)}.`,
        data: { channel_id: channel.id, channel: channel.name, file_id: id, name, title, size, url },
      }
    },
  })
}
