import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from '../../scripts/build/client.ts'
import { api } from '../../src/features/contracts.ts'
import type { Contract } from '../../src/contract/endpoint.ts'
import { toWire } from '../../src/client/wire.ts'
import { isAsShown } from './compare-answer.ts'
import type { GuideStage } from './guide-stage.ts'
import type { Example } from './read-examples.ts'

const root = join(import.meta.dirname, '..', '..')
/** How long what a page shows may take to come about. A test waits for it, never for time. */
const PATIENCE_MS = 90_000
const LOOK_EVERY_MS = 200

/** Does what a reader would do with an example. `before` is the one that it answers. */
export async function followExample(
  example: Example,
  stage: GuideStage,
  before: Example | undefined,
): Promise<void> {
  const { marks, language, text } = example
  if ('tested-by' in marks) return assertTestedBy(example, marks['tested-by'])
  if (!needsMachine(example)) return
  if ('file' in marks) return stage.write(marks['file'], stage.here(text))
  if ('body' in marks) return sendBody(example, stage)
  if ('expression' in marks) return checkExpression(example, stage)
  if ('run' in marks) return runModule(example, stage)
  if ('say' in marks) return say(example, stage)
  if ('plan' in marks) return plan(example, stage)
  if ('answer' in marks) return assertAnswer(example, stage, before)
  if (['sh', 'bash'].includes(language)) return runCommands(example, stage)
}

/** Whether it is done here; what is done elsewhere, or only drawn, needs no service. */
export function needsMachine({ marks }: Example): boolean {
  return !['tested-by', 'drawing', 'untried'].some((mark) => mark in marks)
}

/** A test of its own does what the example says, and names the page. */
async function assertTestedBy({ page }: Example, path: string): Promise<void> {
  const test = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
  if (!test.includes(page) && path !== '.ci/run')
    throw new Error(
      `${path} doesn't name ${page}: nobody who changes it would know that the page counts on it.`,
    )
}

const outputs = new WeakMap<GuideStage, string>()

async function runCommands({ marks, text }: Example, stage: GuideStage): Promise<void> {
  const { output, failed } =
    'terminal' in marks
      ? await stage.shell.runInTerminal(stage.here(text), marks['terminal'])
      : await stage.shell.run(stage.here(text))
  outputs.set(stage, output)
  // What it is to show may not have come about yet.
  if ('looks' in marks) return
  if (failed.length > 0 && !('fails' in marks)) throw new Error(`Failed: ${failed.join('; ')}\n${output}`)
  if (failed.length === 0 && 'fails' in marks) throw new Error(`It should fail, and it printed:\n${output}`)
}

/** Who only looks may look again, until what was started has come so far. */
async function assertAnswer(
  { text }: Example,
  stage: GuideStage,
  before: Example | undefined,
): Promise<void> {
  const looks = before !== undefined && 'looks' in before.marks
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const output = outputs.get(stage) ?? ''
    const told = output.replaceAll(stage.service.address, 'http://127.0.0.1:8000')
    if (isAsShown(told, text) || isAsShown(told.replaceAll(stage.program.home, '~'), text)) return
    if (!looks || performance.now() > deadline)
      throw new Error(`The page shows:\n${text}\n\nIt printed:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    await runCommands({ ...before, marks: {} }, stage).catch(() => {})
  }
}

/** Says each line in the chat, which has to understand it. What it answers is what was printed. */
async function say({ text }: Example, stage: GuideStage): Promise<void> {
  for (const message of text.split('\n')) {
    const body = { message, session_id: basename(stage.folder) }
    const { components, route } = (await send(stage, { method: 'POST', path: '/chat', body })) as Said
    if (route?.by === 'suggestions' || components.some(({ type }) => type === 'error'))
      throw new Error(`It wasn't understood: ${JSON.stringify(components)}`)
    outputs.set(stage, JSON.stringify({ components }))
  }
}

interface Said {
  readonly components: readonly { readonly type: string }[]
  readonly route?: { readonly by: string }
}

/** Plans each line. A plan that leaves a part out, or has to ask, isn't what the page promises. */
async function plan({ text }: Example, stage: GuideStage): Promise<void> {
  for (const prompt of text.split('\n')) {
    const body = { prompt }
    const answer = (await send(stage, { method: 'POST', path: '/api/workflows/generate', body })) as Planned
    outputs.set(stage, JSON.stringify(answer))
    const left = [...(answer.unplanned ?? []), ...(answer.automation?.questions ?? [])]
    if (left.length > 0) throw new Error(`It wasn't planned whole: ${JSON.stringify(left)}`)
  }
}

interface Planned {
  readonly unplanned?: readonly string[]
  readonly automation?: { readonly questions?: readonly string[] }
}

/** Sends JSON to the operation that takes it, whole or as the member that is named. */
async function sendBody({ marks, text }: Example, stage: GuideStage): Promise<void> {
  const [feature = '', operation = ''] = marks['body']!.split('.')
  const endpoint = (api as Readonly<Record<string, Contract>>)[feature]?.[operation]
  if (!endpoint) throw new Error(`There is no operation ${marks['body']}.`)
  const json = JSON.parse(stage.here(text)) as unknown
  const body = marks['member'] === undefined ? json : { [marks['member']]: json }
  const { method, path } = toWire(endpoint, { body })
  await send(stage, { method, path, body })
}

/** With the values that the page speaks of. */
async function checkExpression({ marks, text }: Example, stage: GuideStage): Promise<void> {
  const values = JSON.parse(marks['expression']!) as unknown
  const body = { expression: text.trim(), values }
  const answer = (await send(stage, { method: 'POST', path: '/api/expressions/check', body })) as {
    valid: boolean
  }
  if (!answer.valid) throw new Error(`It isn't valid: ${JSON.stringify(answer)}`)
}

async function send(
  stage: GuideStage,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(stage.service.address + path, { method, headers, body: JSON.stringify(body) })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${answer}`)
  return JSON.parse(answer)
}

const modules = new WeakMap<GuideStage, string>()

/** What follows goes on with what came before, as in one file. */
async function runModule({ text }: Example, stage: GuideStage): Promise<void> {
  const code = `${modules.get(stage) ?? ''}${text}\n`
  modules.set(stage, code)
  await buildClient(root, join(stage.folder, 'client'))
  const file = join(stage.folder, 'module.ts')
  const imported = stage
    .here(code)
    .replaceAll("'deskhand/client'", "'./client/client.js'")
    .replaceAll('createClient()', `createClient({ baseUrl: '${stage.service.address}' })`)
  await writeFile(file, imported)
  await promisify(execFile)(process.execPath, [file])
}
