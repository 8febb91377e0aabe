import { expect, test } from 'vitest'
import { permissionsOf, readManifest } from './plugin-manifest.ts'

const good = { agent: 'word_count', version: '1.0.0', summary: 'Counts words.' }

test('the smallest manifest asks for nothing and claims nothing', () => {
  const manifest = readManifest(JSON.stringify(good))
  expect(manifest).toEqual(good)
  expect(permissionsOf(manifest)).toEqual({ network: [], read: [], write: [], store: false })
})

test.each([
  ['{', 'it is not valid JSON ('],
  ['[]', 'the manifest must be object'],
  [{ summary: undefined }, 'summary is required'],
  [{ agent: 'Word Count' }, 'agent must be a lower-case name with underscores, e.g. word_count'],
  [{ agent: '../escape' }, 'agent must be a lower-case name'],
  [{ agent: 'double__underscore' }, 'agent must be a lower-case name'],
  [{ isSafe: true }, 'isSafe is unknown; did you mean "is_safe"?'],
  [{ is_safe: 'yes' }, 'is_safe must be boolean'],
  [{ summary: 'Safe\u202Eevil' }, 'summary must match pattern'],
  [{ title: 'Two\nlines' }, 'title must match pattern'],
  [{ permissions: { network: ['*'] } }, 'permissions.network.0 must be a host, e.g.'],
  [{ permissions: { network: ['*.com'] } }, 'permissions.network.0 must be a host, e.g.'],
  [{ permissions: { network: ['https://example.com/'] } }, 'permissions.network.0 must be a host, e.g.'],
  [{ permissions: { read: ['notes'] } }, 'permissions.read.0 must be a path that starts with / or ~/'],
  [{ permissions: { write: ['~/notes/*'] } }, 'permissions.write.0 must be a path'],
  [{ permissions: { exec: true } }, 'permissions.exec is unknown'],
  [{ entry: '../plugin.ts' }, 'entry must name a .ts or .js file in the folder'],
  [{ entry: 'lib/../../plugin.ts' }, "entry must be a file in the plugin's folder"],
  [{ settings: [setting({ name: 'key' })] }, 'settings.0.name must be in upper case with underscores'],
  [{ settings: [setting({}), setting({})] }, 'the setting KEY is declared twice'],
  [{ settings: [setting({ type: 'integer', secret: true })] }, 'KEY is a secret, so its type must be string'],
  [
    { settings: [setting({ type: 'integer', default: 1.5 })] },
    'the default of the setting KEY is not of type integer',
  ],
])('%j is refused with a reason', (change, reason) => {
  const text = typeof change === 'string' ? change : JSON.stringify({ ...good, ...change })
  expect(() => readManifest(text)).toThrow(reason)
})

test('everything that is wrong is said at once', () => {
  const text = JSON.stringify({ agent: 'X', version: '', summary: 'x', is_safe: 1 })
  expect(() => readManifest(text)).toThrow(/agent must .*; version must .*; is_safe must be boolean/)
})

function setting(change: object): object {
  return { name: 'KEY', type: 'string', description: 'A key.', ...change }
}
