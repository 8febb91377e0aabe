import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadImage } from 'canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { createChartRenderer } from '../../platform/charts/chart-renderer.ts'
import { generateChartImage } from './generate-chart-image.ts'

const tool = generateChartImage(createChartRenderer())
let folders: TestFolders
let input: string

beforeEach(async () => {
  folders = await createTestFolders()
  input = join(folders.home, 'sales.csv')
  await writeFile(input, 'region,revenue\nNorth,125000\nSouth,98000.5\nEast,143200\n')
})
afterEach(async () => {
  await folders[Symbol.asyncDispose]()
})

test('a chart is written where it was asked for, and the result says what is on it', async () => {
  const { data, message } = await tool.run(
    { input_path: input, output_path: '~/charts/2024/sales.png', chart_type: 'bar' },
    createTestCall(folders),
  )
  const path = join(folders.home, 'charts', '2024', 'sales.png')
  const png = await readFile(path)
  expect(data).toEqual({
    path,
    bytes: png.length,
    width: 1600,
    height: 1000,
    chart_type: 'bar',
    title: 'Revenue by region',
    x_column: 'region',
    y_column: 'revenue',
    rows: 3,
    drawn: 3,
    notes: [],
  })
  expect(message).toBe(`Drew a bar chart of 3 rows to ${path}.`)
  expect(await loadImage(png)).toMatchObject({ width: 1600, height: 1000 })
  expect(await readdir(join(folders.home, 'charts', '2024'))).toEqual(['sales.png'])
})

test.each<[string, Record<string, string>, string, string]>([
  ['an unknown theme', { color_theme: 'virids' }, 'invalid_request', 'did you mean "viridis"'],
  ['an unknown column', { x_column: 'place' }, 'invalid_request', 'Its columns: region, revenue'],
  ['a file that is not there', { input_path: '~/none.csv' }, 'not_found', 'none.csv'],
  ['another kind of picture', { output_path: '~/sales.jpg' }, 'invalid_request', 'must end in .png'],
  ['a relative path', { input_path: 'sales.csv' }, 'invalid_request', 'input_path must be an absolute path'],
])('%s is refused, and nothing is written', async (_, change, code, sentence) => {
  const args = { input_path: input, output_path: '~/out/sales.png', chart_type: 'bar', ...change }
  await expect(tool.run(args, createTestCall(folders))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(sentence) as string,
  })
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'sales.csv'])
})

test("the service's own data is neither drawn nor written over, and secrets need a yes", async () => {
  await mkdir(folders.dataFolder, { recursive: true })
  const inside = join(folders.dataFolder, 'data.csv')
  const output = join(folders.home, 'a.png')
  const call = createTestCall(folders)
  await expect(
    tool.run({ input_path: inside, output_path: output, chart_type: 'bar' }, call),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(
    tool.run({ input_path: input, output_path: join(folders.dataFolder, 'a.png'), chart_type: 'bar' }, call),
  ).rejects.toMatchObject({ code: 'forbidden' })
  const secret = { input_path: '~/.ssh/keys.csv', output_path: output, chart_type: 'bar' }
  expect(await tool.needsApproval!(secret, call)).toContain('protected')
  expect(await tool.needsApproval!({ ...secret, input_path: input }, call)).toBeUndefined()
})

test('a cancelled call leaves nothing behind', async () => {
  const stop = new AbortController()
  const running = tool.run(
    { input_path: input, output_path: '~/out/sales.png', chart_type: 'pie' },
    createTestCall({ ...folders, signal: stop.signal }),
  )
  stop.abort()
  await expect(running).rejects.toThrow('aborted')
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'sales.csv'])
})
