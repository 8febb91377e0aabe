import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { assertValid } from '../../platform/validation/validation.ts'
import { email } from './plugin.ts'

const tools = email.tools.map((tool): [string, AnyTool] => [tool.action, tool])

test.each(tools)('%s takes its example, and without an account it names the settings', async (_, tool) => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'notes.txt'), 'Hello\n')
  const args: unknown = JSON.parse(JSON.stringify(tool.example.args).replaceAll('{folder}', folders.home))
  assertValid(args, { schema: tool.params as TSchema, part: 'body' })
  const settings = { USER_EMAIL: 'ada@example.test' }
  await expect(tool.run(args, createTestCall({ ...folders, settings }))).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringMatching(/Set EMAIL_(IMAP|SMTP)_HOST, EMAIL_IMAP_USER, EMAIL_IMAP_PASSWORD \(or/),
  })
})

test.each(tools)(
  'every argument and every value of %s is described, and how people ask for it',
  (_, tool) => {
    const undescribed = [
      ...undescribedIn(tool.params as Schema, 'params'),
      ...undescribedIn(tool.data as Schema, 'data'),
    ]
    expect(undescribed).toEqual([])
    expect(new Set(tool.phrases).size).toBeGreaterThanOrEqual(8)
    expect(tool.description).toMatch(/\.$/)
  },
)

test('what sends is external, what changes the mailbox or the disk is a write, and the rest reads', () => {
  expect(
    Object.fromEntries(email.tools.map(({ action, risk, idempotent }) => [action, [risk, idempotent]])),
  ).toEqual({
    DOWNLOAD_ATTACHMENT: ['write', false],
    READ_EMAILS: ['read', true],
    SEARCH_EMAILS: ['read', true],
    SEND_EMAIL: ['external', false],
    REPLY_EMAIL: ['external', false],
    LIST_FOLDERS: ['read', true],
    MARK_EMAIL: ['write', true],
    MOVE_EMAIL: ['write', false],
  })
})

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

function undescribedIn(schema: Schema, path: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description ? [] : [`${path}.${name}`]),
    ...undescribedIn(property, `${path}.${name}`),
    ...(property.items ? undescribedIn(property.items, `${path}.${name}[]`) : []),
  ])
}

test('SEARCH_EMAILS does not take a day that does not exist for another one', async () => {
  await using folders = await createTestFolders()
  const { run } = email.tools.find(({ action }) => action === 'SEARCH_EMAILS') as AnyTool
  const searching = run({ since: '2026-02-30' }, createTestCall(folders))
  await expect(searching).rejects.toThrow('since "2026-02-30" is not a day. Write it like 2026-01-31.')
})
