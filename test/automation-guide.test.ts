import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

const LONG_MS = 120_000
const guide = await readFile(new URL('../docs/automations.md', import.meta.url), 'utf8')
const sections = guide
  .split(/^(?=##? )/m)
  .map((text) => ({
    title: text.split('\n', 1)[0]!.replace(/^#+ /, ''),
    commands: [...text.matchAll(/^```bash\n(.*?)^```/gms)].map(([, block]) => block!).join(''),
  }))
  .filter(({ commands }) => commands !== '')
const { commands: beginning } = sections[0]!
const followed = sections.slice(1)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

/** The commands as they are written, but for where the service is; and no test asks the real news. */
async function follow(commands: string): Promise<string> {
  const script = `set -eo pipefail\n${beginning}\n${commands}`
    .replaceAll('http://127.0.0.1:8000', service.address)
    .replaceAll('https://feeds.bbci.co.uk', 'http://127.0.0.1:1')
  const environment = { ...process.env, HOME: join(service.folder.root, '..') }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: environment })
  return stdout
}

/** What the last line of each shows in the end. */
const shown: Readonly<Record<string, RegExp>> = {
  '1.': /documents-.*\.zip\nPacked into .*documents-.*\.zip/,
  '2.': /^invoice-17\.pdf\ninvoice-17\.pdf$/,
  '3.': /Old downloads:\nold\.iso\n\n.*Downloads:\n(?!old)/,
  '4.': /^Milk$/,
  '5.': /^2$/,
  '6.': /^2 from anna@example\.org: Photos$/,
  '7.': /^Dentist: Main Street$/,
  '8.': /^Climate talks begin\nhttps:/,
  '9.': /^93 % are used\. The largest files:\n\S/,
  '10.': /^Look why "Test" failed$/,
}

test('there are ten to follow', () => {
  expect(followed.map(({ title }) => title.split(' ', 1)[0])).toEqual(Object.keys(shown))
})

test.each(followed)(
  '$title',
  async ({ title, commands }) => {
    const end = /\nsleep \d+; (.*)\n$/.exec(commands)!
    await follow(commands.slice(0, end.index))
    // A busy machine takes longer than a reader is told to wait.
    const last = async () => (await follow(end[1]!).catch(String)).trim()
    await expect.poll(last, { timeout: LONG_MS, interval: 200 }).toMatch(shown[title.split(' ', 1)[0]!]!)
  },
  LONG_MS,
)
