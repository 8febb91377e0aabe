import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Component } from '../../src/contract/component-schema.ts'
import { hasDovecot } from '../dovecot.ts'
import { startMail, type MailStage } from '../mail-stage.ts'
import { pdfBytes } from '../pdf-bytes.ts'
import { startTestService, type TestService } from '../service.ts'
import { workingDay, type Wanted, type Wish } from './working-day-wishes.ts'

type Scripted = { content: string } | { toolCalls: { name: string; arguments: string }[] }

/** A day with more questions than this is one on which people stop reading them. */
const MAX_QUESTIONS = 12

let mock: LLMock
let mailbox: MailStage
let service: TestService
let script: Scripted[] = []

beforeAll(async () => {
  if (!hasDovecot) return
  mock = new LLMock({ port: 0 })
  await mock.start()
  mock.onMessage(/[\s\S]*/, () => script.shift() ?? { content: 'Done.' })
  mailbox = await startMail()
  service = await startTestService()
  await furnish(dirname(service.folder.root))
  await post('/api/settings', {
    ...mailbox.settings,
    LLM_PROVIDER: 'openai_compatible',
    LLM_MODEL: 'small',
    LLM_BASE_URL: `${mock.url}/v1`,
    LLM_API_KEY: 'key-of-the-test',
  })
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await mailbox?.[Symbol.asyncDispose]()
  await mock?.stop()
})

test.skipIf(!hasDovecot)(
  'a working day asks only where something leaves, is deleted or was a stranger’s',
  async () => {
    expect(workingDay).toHaveLength(50)
    const questions: { wish: string; question: string; reason: string }[] = []
    let session: string | undefined
    for (const wish of workingDay) {
      if (!wish.goesOn) session = undefined
      session = await fulfil(wish, session, (asked) => {
        questions.push({ wish: wish.say, question: String(asked['title']), reason: String(asked['message']) })
      })
    }
    // Which ones they are is what a person would want to know.
    process.stdout.write(
      `${questions.map((one) => `${one.question} ${one.reason} (${one.wish})`).join('\n')}\n`,
    )
    expect(questions.length).toBeLessThanOrEqual(MAX_QUESTIONS)
    const asked = (part: string) => questions.some(({ question }) => question.includes(part))
    for (const needed of ['bob@example.test', 'old-draft.txt', 'git init', '.vimrc', 'invoices.xlsx'])
      expect(asked(needed), needed).toBe(true)
    const home = dirname(service.folder.root)
    expect(await readdir(join(home, 'Documents', 'Henderson'))).toEqual(
      expect.arrayContaining(['notes.txt', 'report.docx', 'budget.xlsx']),
    )
  },
)

/** Says it, plays the model, and says yes to whatever is asked. Answers with the conversation. */
async function fulfil(
  wish: Wish,
  session_id: string | undefined,
  onAsked: (asked: Component) => void,
): Promise<string> {
  script = [...wish.steps.map(answerWith), { content: 'Done.' }]
  const reply = await json<Reply>(
    await post('/chat', { message: wish.say, ...(session_id && { session_id }) }),
  )
  expect(reply.route.by, wish.say).toBe('model')
  let open = reply.components.find(({ type }) => type === 'confirmation')
  while (open) {
    onAsked(open)
    const { confirmation_id } = open as unknown as { confirmation_id: string }
    const { result } = await json<Decided>(await post('/api/confirm', { confirmation_id, approved: true }))
    expect(result?.success, `${wish.say}: ${result?.message}`).not.toBe(false)
    await expect.poll(async () => script.length === 0 || (await openQuestions()).length > 0).toBe(true)
    ;[open] = await openQuestions()
  }
  expect(script, `The model was asked less often than it has to say: ${wish.say}`).toEqual([])
  const told = JSON.stringify(mock.getLastRequest()?.body)
  expect(told, wish.say).not.toMatch(/\\"success\\":\s*false/)
  return reply.session_id
}

interface Reply {
  readonly components: readonly Component[]
  readonly session_id: string
  readonly route: { readonly by: string }
}

interface Decided {
  readonly result: { readonly success: boolean; readonly message: string } | null
}

const answerWith = (calls: readonly Wanted[]): Scripted => ({
  toolCalls: calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })),
})

async function openQuestions(): Promise<Component[]> {
  const response = await fetch(`${service.address}/api/confirmations`)
  return (await json<{ confirmations: Component[] }>(response)).confirmations
}

const post = (path: string, body: object) =>
  fetch(service.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function json<T>(response: Response): Promise<T> {
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

/** What is in the home folder on that morning. */
async function furnish(home: string): Promise<void> {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const files: Readonly<Record<string, string | Buffer>> = {
    'Downloads/beach.png': picture,
    'Downloads/hills.png': picture,
    'Downloads/manual.txt': 'Press the button.',
    'Downloads/invoice.pdf': pdfBytes([['Acme', 'Amount due: 120']]),
    'Desktop/Screenshot 1.png': picture,
    'Desktop/Screenshot 2.png': picture,
    'Documents/henderson-notes.txt': 'The roof is done.',
    'Documents/henderson-budget.csv': 'item,cost\nroof,1200\ndoor,300\n',
    'Documents/old-draft.txt': 'Once upon a time',
    'Documents/status-last-week.md': '# Status\n\nAll green.\n',
    'Documents/ideas.md': '# Ideas\n\n- an idea: a kite\n',
    'Documents/lease.txt': 'The lease ends in May.',
    'Documents/insurance.txt': 'Number 7.',
    'Pictures/empty.txt': '',
  }
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  const made: readonly Wanted[] = [
    ['WRITE_XLSX', { path: '~/Documents/household.xlsx', data: [{ month: 'March', total: 900 }] }],
    ['COMPRESS_FILES', { paths: ['~/Desktop/Screenshot 1.png'], to: '~/Downloads/photos.zip' }],
  ]
  for (const [tool_name, args] of made) {
    const { success } = await json<{ success: boolean }>(await post('/execute_tool', { tool_name, args }))
    expect(success).toBe(true)
  }
}
