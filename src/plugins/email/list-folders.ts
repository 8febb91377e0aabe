import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { withMail } from './imap-session.ts'
import { isSelectable } from './mailbox.ts'

const purposes = ['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive', 'all', 'flagged'] as const

const Params = Type.Object({})

const Data = Type.Object({
  folders: Type.Array(
    Type.Object({
      folder: Type.String({ description: 'Pass it as folder to the other tools' }),
      name: Type.String({ description: 'The last part of its path' }),
      purpose: Type.Union([Type.Enum([...purposes]), Type.Null()], {
        description: 'What the server uses it for, if special',
      }),
      emails: Type.Integer({ description: 'Emails in it' }),
      unread: Type.Integer({ description: 'Unread emails in it' }),
    }),
    { description: 'All folders that can hold emails' },
  ),
})

export const listFolders = defineTool({
  action: 'LIST_FOLDERS',
  title: 'List mail folders',
  description: 'Lists the folders of the mailbox, what each is for, and how many emails are in it.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['private'],
  idempotent: true,
  phrases: [
    'list my mail folders',
    'which folders does my mailbox have',
    'show my email folders',
    'how many unread mails are in each folder',
    'what labels do I have in my mail',
    'what is my sent folder called',
    'show the mailbox structure',
    'which mail folders are there',
  ],
  example: { args: {} },
  async run(_params, call) {
    return withMail(call, async (client) => {
      const listed = await client.list({ statusQuery: { messages: true, unseen: true } })
      const folders = listed.filter(isSelectable).map(({ path, name, specialUse, status }) => ({
        folder: path,
        name,
        purpose: purposeOf(specialUse),
        emails: status?.messages ?? 0,
        unread: status?.unseen ?? 0,
      }))
      const unread = folders.reduce((sum, folder) => sum + folder.unread, 0)
      return {
        message: `${folders.length} folders with ${countOf(unread, 'unread email')}.`,
        data: { folders },
      }
    })
  },
})

function purposeOf(specialUse: string | undefined): (typeof purposes)[number] | null {
  const name = specialUse?.replace('\\', '').toLowerCase()
  return purposes.find((purpose) => purpose === name) ?? null
}
