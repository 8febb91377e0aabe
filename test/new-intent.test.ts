import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const bell = `
import { defineIntent, optional } from '../../define-intent.ts'
export const intent = defineIntent({
  name: 'bell.ring',
  label: 'Bell',
  example: 'Ring the bell for tea',
  slots: { reason: optional.text },
  templates: ['ring [the|a] bell [for {reason}]'],
  act: ({ slots, writer }) => writer.say(\`Ding: \${slots.reason ?? 'nothing'}.\`),
})
`

const trying = `
import { declaredIntents } from './src/features/chat/router/declared-intents.ts'
import { intents } from './src/features/chat/router/intents.ts'
import { createRouter } from './src/features/chat/router/router.ts'
const untaught = { find: () => undefined, list: () => [], keep: async () => {} }
const embedder = { embed: async () => [], close: async () => {} }
const router = createRouter({ corrections: untaught, embedder })
const context = { now: new Date(), timeZone: 'UTC', signal: new AbortController().signal }
const { meaning } = await router.understand('please ring the bell for Tea', context)
const said = []
await declaredIntents.get(meaning.intent).act({ ...meaning, writer: { say: (text) => said.push(text) } }, {})
console.log(JSON.stringify({ meaning, said, label: intents['bell.ring'].label }))
`

test('an intent is one file: it is understood, done and offered without another line', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-new-intent-'))
  await cp(join(root, 'src'), join(folder.path, 'src'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder.path, 'package.json'))
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  const domain = join(folder.path, 'src/features/chat/router/intents/bells')
  await mkdir(domain)
  await writeFile(join(domain, 'ring.ts'), bell)
  await writeFile(join(folder.path, 'try.ts'), trying)
  const { stdout } = await promisify(execFile)(process.execPath, ['try.ts'], { cwd: folder.path })
  expect(JSON.parse(stdout)).toMatchObject({
    meaning: { intent: 'bell.ring', slots: { reason: 'Tea' }, by: 'grammar' },
    said: ['Ding: Tea.'],
    label: 'Bell',
  })
})
