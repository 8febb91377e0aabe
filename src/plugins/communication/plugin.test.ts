import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeProgram } from '../../../test/fake-program.ts'
import { writeContacts } from '../../../test/macos-home.ts'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { createSendSms } from './send-sms.ts'

const contacts = [
  ['Anna', 'Berg', '+47 900 11 111', 'Mobile'],
  ['Anna', 'Holm', '+47 900 22 222', 'Mobile'],
  ['Bjørn', 'Dahl', '+47 22 33 44 55', 'Home'],
  ['Bjørn', 'Dahl', '+47 900 33 333', 'Mobile'],
  ['José', null, '(555) 010-9999', 'iPhone'],
] as const

async function stage() {
  const folders = await createTestFolders()
  const osascript = await fakeProgram('osascript')
  writeContacts(folders.home, contacts)
  const tool: AnyTool = createSendSms({ searchPath: osascript.searchPath })
  return {
    osascript,
    home: folders.home,
    async send(target: string) {
      const args = { target, message: 'On my way.' }
      expect(checkFor(tool.params, 'body')(args)).toEqual([])
      const outcome = await tool.run(args, createTestCall(folders))
      expect(checkFor(tool.data, 'result')(outcome.data)).toEqual([])
      return outcome
    },
    async [Symbol.asyncDispose]() {
      await osascript[Symbol.asyncDispose]()
      await folders[Symbol.asyncDispose]()
    },
  }
}

test('SEND_SMS sends to a number as it is written by people', async () => {
  await using place = await stage()
  const { message, data } = await place.send('+47 (900) 11-111')
  expect(await place.osascript.args()).toEqual(['-', 'person', '+4790011111', 'On my way.', ''])
  expect(message).toBe('Handed the text for +4790011111 to Messages.')
  expect(data).toEqual({ target: '+4790011111', name: null })
})

test.each([
  ['Anna Berg', '+4790011111', 'Anna Berg'],
  ['anna h', '+4790022222', 'Anna Holm'],
  ['bjørn dahl', '+4790033333', 'Bjørn Dahl'],
  ['jose', '5550109999', 'José'],
])('SEND_SMS finds %s in the contacts', async (target, number, name) => {
  await using place = await stage()
  expect((await place.send(target)).data).toEqual({ target: number, name })
  expect((await place.osascript.args())![2]).toBe(number)
})

test('SEND_SMS asks Contacts itself where its files do not show', async () => {
  await using place = await stage()
  await rm(join(place.home, 'Library'), { recursive: true })
  await place.osascript.answer('Anna Berg\t+47 900 11 111\t_$!<Mobile>!$_\n')
  expect((await place.send('Anna Berg')).data).toEqual({ target: '+4790011111', name: 'Anna Berg' })
})

test('SEND_SMS names the choice when several are meant, and sends nothing', async () => {
  await using place = await stage()
  await expect(place.send('Anna')).rejects.toMatchObject({
    code: 'conflict',
    message:
      '"Anna" could be Anna Berg +4790011111 (mobile), Anna Holm +4790022222 (mobile). Give the number you mean.',
  })
  await expect(place.send('Zoe')).rejects.toMatchObject({ code: 'not_found' })
  expect(await place.osascript.args()).toBeUndefined()
})
