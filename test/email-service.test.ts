import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasDovecot, password } from './dovecot.ts'
import { filePart, sampleMail, textPart } from './mail-samples.ts'
import { startMail } from './mail-stage.ts'
import { startTestService } from './service.ts'

// It tries the examples of docs/mail.md.

test.skipIf(!hasDovecot)(
  'an account is set, mail searched, its attachment saved and answered, and no password shows anywhere',
  async () => {
    await using mail = await startMail()
    await using service = await startTestService()
    const home = dirname(service.folder.root)
    const { client } = service
    const run = (tool_name: string, args: Record<string, unknown>) =>
      client.tools.execute({ body: { tool_name, args } })

    const unset = await run('READ_EMAILS', {})
    expect(unset).toMatchObject({ success: false, message: expect.stringContaining('EMAIL_IMAP_HOST') })
    const shown = await client.settings.update({ body: { ...mail.settings } })
    expect(shown).toMatchObject({ EMAIL_IMAP_USER: 'ada' })
    expect(JSON.stringify(shown)).not.toContain(password)

    const content = Buffer.from('%PDF-1.7 a contract')
    const parts = [textPart('Here it is'), filePart(content, { name: 'filename="contract.pdf"' })]
    await mail.append(sampleMail({ subject: 'The contract', parts }))
    const found = await run('SEARCH_EMAILS', { subject: 'contract' })
    const { emails } = found.data as { emails: { email_id: string }[] }
    const saved = await run('DOWNLOAD_ATTACHMENT', { email_id: emails[0]!.email_id })
    expect(saved).toMatchObject({ success: true, data: { paths: [join(home, 'Downloads', 'contract.pdf')] } })
    expect(await readFile(join(home, 'Downloads', 'contract.pdf'))).toEqual(content)

    const protectedFolder = { email_id: emails[0]!.email_id, save_dir: '~/.ssh' }
    expect(await run('DOWNLOAD_ATTACHMENT', protectedFolder)).toMatchObject({
      success: false,
      data: { error: { code: 'approval_required' } },
    })
    const answered = await run('REPLY_EMAIL', { email_id: emails[0]!.email_id, body: 'Signed.' })
    expect(answered).toMatchObject({ success: true, data: { to: ['bob@example.test'], sent_folder: 'Sent' } })
    await service.restart()
    expect(await run('READ_EMAILS', { folder: 'sent' })).toMatchObject({ success: true, data: { total: 1 } })
  },
)
