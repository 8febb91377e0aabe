import { expect, test } from 'vitest'
import { openTestPlugins, toolModule } from '../../../test/plugins.ts'

test('a new plugin is loaded, and every call of it asks', async () => {
  await using service = await openTestPlugins()
  await service.write('echo', { files: toolModule('ECHO', 'return { message: "ok", data: args }') })
  await service.plugins.start()
  expect(await service.plugins.list()).toBe(1)
})
