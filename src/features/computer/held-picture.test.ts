import { expect, test } from 'vitest'
import type { Frame } from '../../platform/desktop/desktop-driver.ts'
import { HeldPicture } from './held-picture.ts'

const frame = { width: 2, height: 1, mimeType: 'image/png', bytes: Buffer.from('x') } as Frame

test('the first picture of a task is waited for, and another task has none', async () => {
  const picture = new HeldPicture(() => new Date('2026-11-16T00:30:00Z'))
  picture.begin('one')
  const asked = picture.read('one')
  await expect(picture.read('two')).rejects.toMatchObject({ code: 'not_found' })
  picture.keep('one', frame, 0)
  await expect(asked).resolves.toMatchObject({ step: 0, data: Buffer.from('x').toString('base64') })
})

test('whoever waits is told when there will be none', async () => {
  const picture = new HeldPicture(() => new Date())
  picture.begin('one')
  const asked = picture.read('one')
  picture.begin('two')
  await expect(asked).rejects.toMatchObject({ code: 'not_found' })
})
