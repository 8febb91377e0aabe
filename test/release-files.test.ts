import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import server from '../server.json' with { type: 'json' }

test('what a release says of itself is the same everywhere', async () => {
  const { version, mcpName, name } = packageJson
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] })
  const changes = await readFile(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  // What is not released yet may stand above it.
  expect(changes).toContain(`\n## ${version}\n`)
  const api = await readFile(new URL('../docs/api-changelog.md', import.meta.url), 'utf8')
  expect(api).toContain(`\n## ${version}\n`)
})

test('the command of the registry is one that exists', async () => {
  const [{ packageArguments }] = server.packages as [(typeof server.packages)[0]]
  const words = packageArguments.map((one) => ('value' in one ? one.value : one.name))
  const { serviceCommands } = await import('../src/cli/service-commands.ts')
  const { verbs = [] } = serviceCommands.find((one) => one.name === words[0])!
  expect(verbs.some(({ options }) => `--${Object.keys(options ?? {})[0]}` === words[1])).toBe(true)
})
