import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import type { DecisionsDeps } from '../../features/channels/decisions.ts'
import { confirm } from '../../features/tools/confirm.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { AuditEntry } from '../../platform/audit/audit-line.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createApprovalsPart } from './approvals-part.ts'
import { answerInChannels } from './channels-part.ts'

type Infrastructure = Parameters<typeof createApprovalsPart>[0]
type Notifications = Parameters<typeof createApprovalsPart>[1]

test('the audit log names who decided, at the computer or in a channel', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-approvals-'))
  const now = () => new Date()
  const path = join(folder.path, 'deskhand.db')
  const backupFolder = join(folder.path, 'backups')
  const database = await openDatabase({ path, backupFolder, migrations, now, log: silentLog })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => database.close())
  const audited: AuditEntry[] = []
  const audit = { append: (entry: AuditEntry) => Promise.resolve(void audited.push(entry)) }
  const bus = { publish: () => {} }
  const infrastructure = { database, now, log: silentLog, audit, bus } as unknown as Infrastructure
  const settled = () => Promise.resolve()
  const notifications = { raise: settled, settle: settled, settleAbout: settled } as unknown as Notifications
  const { approvals } = createApprovalsPart(infrastructure, notifications)
  const deps = { approvals, catalog: { find: () => undefined } } as unknown as Parameters<typeof confirm>[2]

  const ask = async () => {
    const act = { agent: 'post', action: 'SEND_LETTER', args: {}, risk: 'external' } as const
    const provenance = 'channel:slack:U0ADA' as const
    return (await approvals.request({ ...act, provenance }, { title: 'Send?', message: '' })).confirmation_id
  }
  let press: DecisionsDeps['confirm'] | undefined
  answerInChannels(
    { log: silentLog },
    {
      channels: { answerWith: (given) => (press = given) },
      confirm: ({ body }, call) => confirm(body, call, deps),
    },
  )
  const { signal } = new AbortController()
  const decision = { confirmation_id: await ask(), approved: false }
  await press!({ ...decision, by: 'channel:slack:U0ADA' }, signal)
  await confirm(
    { confirmation_id: await ask(), approved: false },
    { provenance: 'local-client', signal },
    deps,
  )
  expect(audited).toMatchObject([
    { kind: 'approval', provenance: 'channel:slack:U0ADA', detail: { status: 'rejected' } },
    { kind: 'approval', provenance: 'local-client', detail: { status: 'rejected' } },
  ])
})
