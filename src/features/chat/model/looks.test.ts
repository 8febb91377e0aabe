import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openModelStage, says, wants, type ModelStage } from '../../../../test/chat-model-stage.ts'
import { AppError } from '../../../contract/errors.ts'
import type { ModelRequest, Picture, Turn } from '../../models/language-model.ts'

let stage: ModelStage
let path: string

beforeAll(async () => {
  stage = await openModelStage()
  const documents = join(stage.folder, 'Documents')
  await mkdir(documents)
  path = join(documents, 'sign.png')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.models.script = []
  stage.models.requests.length = 0
  stage.models.current = { provider: 'test', model: 'scripted', contextTokens: 32_000 }
  const words =
    '<svg width="900" height="300"><rect width="900" height="300" fill="white"/><text x="40" y="180" font-family="DejaVu Sans" font-size="120">HARBOUR</text></svg>'
  await sharp(Buffer.from(words)).png().toFile(path)
})

const last = (request: ModelRequest | undefined) => request!.turns.at(-1) as Extract<Turn, { role: 'user' }>
const sizeOf = async ({ data }: Picture) => sharp(Buffer.from(data, 'base64')).metadata()
const canRead = spawnSync('tesseract', ['--version']).status === 0
const blind = () => new AppError('upstream_failed', 'It reads no pictures.', { cause: { kind: 'blind' } })

test('a picture on disk is shown to the model after the result, upright and small enough', async () => {
  const photo = join(stage.folder, 'Documents', 'photo.jpg')
  await sharp({ create: { width: 3000, height: 1000, channels: 3, background: 'red' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toFile(photo)
  stage.models.script = [wants(['LOOK_AT_IMAGE', { path: photo }]), says('A red picture.')]
  const { session_id } = await stage.say('what is on my photo')
  const request = stage.models.requests[1]!
  expect(request.purpose).toBe('vision')
  expect(request.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  const { text, pictures } = last(request)
  expect(text).toContain(photo)
  expect(await sizeOf(pictures![0]!)).toMatchObject({ format: 'jpeg', width: 523, height: 1568 })
  expect(JSON.stringify(request.turns[2])).toContain('1000 × 3000 pixels')
  expect(stage.parts.taints.of(session_id)).toEqual({ untrusted: true, private: true })
})

test.skipIf(!canRead)('a model that is known not to see gets the text in the picture, as data', async () => {
  stage.models.current = { ...stage.models.current!, vision: false }
  stage.models.script = [wants(['LOOK_AT_IMAGE', { path }]), says('Harbour.')]
  await stage.say('what does the sign say')
  const { text, pictures } = last(stage.models.requests[1])
  expect(pictures).toBeUndefined()
  expect(text).toContain(`You cannot see ${path}`)
  expect(text).toMatch(/<data-\w+ source="text in the picture [^>]+>\nHARBOUR\n<\/data-/)
})

test.skipIf(!canRead)(
  'a model that turns out not to see gets the text too, and nothing is called again',
  async () => {
    stage.models.script = [
      wants(['WRITE_NOTE', { text: 'before' }]),
      wants(['LOOK_AT_IMAGE', { path }]),
      [blind()],
      wants(['LOOK_AT_IMAGE', { path }]),
      says('Harbour.'),
    ]
    stage.entered.length = 0
    const said = await stage.say('what does the sign say')
    expect(stage.entered.map(({ action }) => action)).toEqual(['WRITE_NOTE'])
    expect(last(stage.models.requests[3]).text).toContain('HARBOUR')
    // Once is enough: the next look is read at once.
    expect(last(stage.models.requests[4])).not.toHaveProperty('pictures')
    expect(said.last).toMatchObject({ type: 'run.end', outcome: 'success' })
  },
)

test('what was looked at is shown after a person has allowed the call, too', async () => {
  const hidden = join(stage.folder, '.ssh')
  await mkdir(hidden, { recursive: true })
  const secret = join(hidden, 'scan.png')
  await sharp(path).toFile(secret)
  stage.models.script = [
    wants(['LOOK_AT_IMAGE', { path }], ['LOOK_AT_IMAGE', { path: secret }]),
    says('Seen.'),
  ]
  const { confirmations } = await stage.say('look at both')
  expect(stage.models.requests).toHaveLength(1)
  await stage.decide(confirmations[0]!.confirmation_id, true)
  const { text, pictures } = last(stage.models.requests[1])
  expect(pictures).toHaveLength(2)
  expect(text).toContain(secret)
})

test('only the last steps stay in sight', async () => {
  stage.models.script = [
    ...Array.from({ length: 6 }, () => wants(['LOOK_AT_IMAGE', { path }])),
    says('Seen.'),
  ]
  await stage.say('look six times')
  const shown = stage.models.requests.at(-1)!.turns.filter((turn) => turn.role === 'user' && turn.pictures)
  expect(shown).toHaveLength(4)
})

// The attack: between the call and the next request the file becomes another one, which nobody has allowed.
test('a file that was replaced after the call is not shown', async () => {
  stage.models.script = [wants(['LOOK_AT_IMAGE', { path }], ['ERASE_ALL', {}]), says('Hm.')]
  const { confirmations } = await stage.say('look and erase')
  await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
    .png()
    .toFile(path)
  await stage.decide(confirmations[0]!.confirmation_id, true)
  const { text, pictures } = last(stage.models.requests[1])
  expect(pictures).toBeUndefined()
  expect(text).toContain('It was replaced after the call.')
})

// The attack: a plugin answers as if it had looked at a file, so that the service reads that file for it.
test('only the tools of the service are believed about what they looked at', async () => {
  stage.models.script = [wants(['STRANGE_LOOK', { path }]), says('Nothing.')]
  await stage.say('look')
  expect(stage.models.requests[1]!.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
})

test('what is no picture is an ordinary failure', async () => {
  const text = join(stage.folder, 'Documents', 'a.txt')
  await writeFile(text, 'no picture')
  stage.models.script = [wants(['LOOK_AT_IMAGE', { path: text }]), says('No.')]
  await stage.say('look')
  expect(stage.models.requests[1]!.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  expect(JSON.stringify(stage.models.requests[1]!.turns)).toContain('it is not an image')
})
