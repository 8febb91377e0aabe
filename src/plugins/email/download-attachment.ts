import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { EmailId, Folder, parseEmailId } from './email-id.ts'
import { withMail } from './imap-session.ts'
import { extensionFinder } from './email-summary.ts'
import { fetchEmail, findEmail } from './mailbox.ts'
import { messageParts } from './message-parts.ts'
import { saveAttachments } from './save-attachments.ts'
import { wantedAttachments } from './wanted-attachments.ts'

const defaultFolder = '~/Downloads'

const Params = Type.Object({
  email_id: EmailId,
  folder: Folder,
  save_dir: Type.Optional(
    Type.String({
      minLength: 1,
      default: defaultFolder,
      description: 'The folder to save to; created if missing',
    }),
  ),
  filename: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Name of one attachment; all of them by default',
    }),
  ),
})

const Data = Type.Object({
  email_id: Type.String({ description: 'The email' }),
  folder: Type.String({ description: 'Its mail folder' }),
  subject: Type.String({ description: 'Its subject' }),
  save_dir: Type.String({ description: 'The folder saved to' }),
  count: Type.Integer({ description: 'Files saved' }),
  bytes: Type.Integer({ description: 'Size of all of them' }),
  paths: Type.Array(Type.String(), { description: 'Where they are' }),
  files: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Where the file is' }),
      filename: Type.String({
        description: "The sender's file name; may differ from the name on disk",
      }),
      content_type: Type.String({ description: 'Type, as declared by the sender' }),
      bytes: Type.Integer({ description: 'Its size' }),
      inline: Type.Boolean({ description: 'Whether it is shown in the text, like an image in a signature' }),
      inside: Type.Union([Type.String(), Type.Null()], {
        description: 'The attached email or winmail.dat it was in; null for a direct attachment',
      }),
    }),
    { description: 'One entry per file' },
  ),
})

export const downloadAttachment = defineTool({
  action: 'DOWNLOAD_ATTACHMENT',
  title: 'Save attachments',
  description:
    'Saves the attachments of one email to disk: all of them, or one by name. Never overwrites a file.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: ['untrusted', 'private'],
  // A second call saves the files a second time, beside the first.
  idempotent: false,
  timeoutSeconds: 3600,
  phrases: [
    'download the attachments of that email',
    'save the attachment to ~/Downloads',
    'save invoice.pdf from the email of my landlord',
    'get the files attached to this mail',
    'download the pictures from the last email',
    'put the attachment of the newest mail into ~/Documents',
    'save all attachments of the email from Anna',
    'fetch the pdf that was sent to me by mail',
  ],
  example: {
    args: {
      email_id: 'eMTcwMDAwMDAwMC40Mi5JTkJPWA',
      save_dir: '{folder}/attachments',
      filename: 'invoice.pdf',
    },
  },
  needsApproval: (params, call) =>
    reasonToAsk(call, [{ path: params.save_dir ?? defaultFolder, name: 'save_dir', access: 'write' }]),
  async run(params, call) {
    const { email_id: emailId, filename } = params
    const saveDir = await allowedPath(params.save_dir ?? defaultFolder, call, { name: 'save_dir' })
    parseEmailId(emailId, params.folder)
    const extensionOf = await extensionFinder()
    return withMail(call, async (client) => {
      const found = await findEmail(client, emailId, { folder: params.folder, readOnly: true })
      const email = await fetchEmail(client, found, { bodyStructure: true, envelope: true })
      const { attachments } = messageParts(email.bodyStructure, extensionOf)
      const wanted = wantedAttachments(attachments, filename)
      const saving = { client, uid: found.uid, call }
      const files = wanted.parts.length === 0 ? [] : await saveAttachments(saveDir, wanted, saving)
      const paths = files.map(({ path }) => path)
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      const subject = email.envelope?.subject ?? ''
      const { folder } = found
      return {
        message: messageOf(paths, { bytes, saveDir }),
        data: {
          email_id: found.emailId,
          folder,
          subject,
          save_dir: saveDir,
          count: files.length,
          bytes,
          paths,
          files,
        },
      }
    })
  },
})

function messageOf(paths: readonly string[], { bytes, saveDir }: { bytes: number; saveDir: string }): string {
  const [first] = paths
  if (first === undefined) return 'This email has no attachments.'
  if (paths.length === 1) return `Saved ${first} (${bytes} bytes).`
  return `Saved ${paths.length} files in ${saveDir} (${bytes} bytes).`
}
