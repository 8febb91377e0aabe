import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { EmailId, emailIdOf, Folder, parseEmailId } from './email-id.ts'
import { withMail } from './imap-session.ts'
import { findEmail, folderPath } from './mailbox.ts'

const Params = Type.Object({
  email_id: EmailId,
  folder: Folder,
  to_folder: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The folder to move it to, e.g. Archive, Trash or Invoices/2026',
  }),
  create_folder: Type.Optional(Type.Boolean({ default: false, description: 'Create the folder if missing' })),
})

const Data = Type.Object({
  email_id: Type.Union([Type.String(), Type.Null()], {
    description: "The email's new id; null if the server doesn't say",
  }),
  folder: Type.String({ description: 'Its current folder' }),
  from_folder: Type.String({ description: 'Its previous folder' }),
  created_folder: Type.Boolean({ description: 'Whether the folder is new' }),
})

export const moveEmail = defineTool({
  action: 'MOVE_EMAIL',
  title: 'Move an email',
  description: 'Moves one email to another folder, e.g. the archive or the trash.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: ['private'],
  idempotent: false,
  phrases: [
    'move that email to the archive',
    'archive this mail',
    'put the email into the folder Invoices',
    'move it to the trash',
    'delete this email',
    'move the newsletter to spam',
    'file the mail under Travel',
    'move the email back to the inbox',
  ],
  example: { args: { email_id: 'eMTcwMDAwMDAwMC40Mi5JTkJPWA', to_folder: 'Archive' } },
  async run(params, call) {
    parseEmailId(params.email_id, params.folder)
    return withMail(call, async (client) => {
      const found = await findEmail(client, params.email_id, { folder: params.folder, readOnly: false })
      const { path: target, isNew } = await targetFolder(client, {
        name: params.to_folder,
        creates: params.create_folder ?? false,
      })
      if (target === found.folder) {
        throw new AppError('conflict', `The email is already in "${target}".`)
      }
      const moved = await client.messageMove(String(found.uid), target, { uid: true })
      if (!moved)
        throw new AppError('upstream_failed', `The mail server didn't move the email to "${target}".`)
      const uid = moved.uidMap?.get(found.uid)
      const { uidValidity } = moved
      const isTold = uid !== undefined && uidValidity !== undefined
      return {
        message: `Moved the email from ${found.folder} to ${target}.`,
        data: {
          email_id: isTold ? emailIdOf({ folder: target, uidValidity, uid }) : null,
          folder: target,
          from_folder: found.folder,
          created_folder: isNew,
        },
      }
    })
  },
})

async function targetFolder(
  client: ImapFlow,
  { name, creates }: { name: string; creates: boolean },
): Promise<{ path: string; isNew: boolean }> {
  try {
    return { path: await folderPath(client, name), isNew: false }
  } catch (error) {
    if (!creates || !(error instanceof AppError && error.code === 'not_found')) throw error
    // A slash parts folders for people; the server may use another sign.
    const { path, created } = await client.mailboxCreate(name.split('/'))
    return { path, isNew: created }
  }
}
