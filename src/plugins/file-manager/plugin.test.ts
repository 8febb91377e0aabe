import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { zipBytes } from '../../../test/archive-bytes.ts'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { assertValid } from '../../platform/validation/validation.ts'
import { fileManager } from './plugin.ts'

const tools = fileManager.tools.map((tool): [string, AnyTool] => [tool.action, tool])

test.each(tools)('the example of %s works, and what it returns is what it declares', async (_, tool) => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'notes.txt'), 'Hello\n')
  await writeFile(join(folders.home, 'notes.zip'), zipBytes([{ name: 'notes/a.txt', content: 'a' }]))
  await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } }).toFile(
    join(folders.home, 'photo.png'),
  )
  const args: unknown = JSON.parse(JSON.stringify(tool.example.args).replaceAll('{folder}', folders.home))
  assertValid(args, { schema: tool.params as TSchema, part: 'body' })
  const outcome = await tool.run(args, createTestCall(folders))
  assertValid(outcome.data, { schema: tool.data as TSchema, part: 'result' })
  expect(outcome.message).toMatch(/^.+\.$/s)
  expect(outcome.data).toHaveProperty('path')
})

test.each(tools)('every argument and every value of %s is described', (_, tool) => {
  const undescribed = [
    ...undescribedIn(tool.params as Schema, 'params'),
    ...undescribedIn(tool.data as Schema, 'data'),
  ]
  expect(undescribed).toEqual([])
  expect(tool.phrases?.length).toBeGreaterThanOrEqual(3)
  expect(tool.description).toMatch(/\.$/)
})

test.each(tools)(
  'paths that no one may use make %s fail with a sentence and touch nothing',
  async (_, tool) => {
    await using folders = await createTestFolders()
    const call = createTestCall(folders)
    for (const path of ['relative.txt', '\\\\server\\x', 'C:\\x', '/tmp/\0', '', folders.dataFolder]) {
      const args = {
        ...(tool.example.args as object),
        path,
        paths: [path],
        to: '/nonexistent/to.zip',
        query: 'x',
      }
      await expect(tool.run(args, call)).rejects.toMatchObject({
        code: expect.stringMatching(/^(invalid_request|forbidden)$/),
      })
    }
    expect(await readdir(folders.dataFolder)).toEqual([])
    expect(await readdir(folders.home)).toEqual(['.local'])
  },
)

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
