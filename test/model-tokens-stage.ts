import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Document, Packer, Paragraph } from 'docx'
import { ownServer, sse, type OwnServer } from './models-stage.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { startTestService, type TestService } from './service.ts'

/** What one request to a model counts as. */
export interface CountedRequest {
  readonly tokens: number
  /** What stands before the conversation, as it was sent. */
  readonly system: string
  readonly tools: string
}

/** Four characters are a token: no tokenizer of a provider comes with the service, and this is near all of them. */
export function tokensIn(body: unknown): number {
  return Math.round((typeof body === 'string' ? body : JSON.stringify(body)).length / 4)
}

type Step = string | readonly (readonly [tool: string, args: object])[]

/** A message, and what the model does about it: calls step by step, then words. */
export interface Wish {
  readonly message: string
  readonly steps: readonly Step[]
}

const said = (message: string, ...steps: Step[]): Wish => ({ message, steps: [...steps, 'Here it is.'] })
const HALF_PAGE = 'It is done in three steps, of which the second takes longest. '.repeat(20)

/** What people say in a day to an assistant on their machine; each list is one conversation. */
export const typicalConversations: readonly (readonly Wish[])[] = [
  [said('hey'), said('what can you do for somebody who runs a small bakery?', HALF_PAGE)],
  [
    said('Explain to me how compound interest works, with an example', HALF_PAGE),
    said('and if it were compounded every month instead?', HALF_PAGE),
    said('put both side by side so that I can see the difference'),
  ],
  [
    said(
      'Which of my notes mentions the dentist, and what did I want to ask there?',
      [['SEARCH_FILES', { query: '*', contains: 'dentist', path: '~/Documents' }]],
      [['READ_FILE', { path: '~/Documents/health.txt' }]],
    ),
    said('Rewrite that question so that it sounds friendlier', HALF_PAGE),
    said('Make it sound as if my grandmother had written it', HALF_PAGE),
  ],
  [
    said('Summarise the plan for the garden that I wrote last week', [
      ['READ_FILE', { path: '~/Documents/garden.md' }],
    ]),
    said('What of it has to happen before the first frost?'),
    said('Write that down as a checklist into a file next to the plan', [
      ['WRITE_FILE', { path: '~/Documents/garden-checklist.md', content: '- [ ] bulbs\n- [ ] hose\n' }],
    ]),
  ],
  [
    said('Draft a polite letter to my landlord about the broken boiler', HALF_PAGE),
    said('Shorter, and mention that it has been cold for two weeks', HALF_PAGE),
  ],
  [
    said('Wie erkläre ich einem Kind, warum der Himmel blau ist?', HALF_PAGE),
    said('Und warum ist der Sonnenuntergang dann rot?', HALF_PAGE),
  ],
  [
    said('Compare three ways to heat a small house, with costs as far as you know them', HALF_PAGE),
    said('Which one would you pick for an old house with thick walls, and why?', HALF_PAGE),
  ],
  [
    said('Look into my budget notes and tell me where most of the money goes', [
      ['READ_FILE', { path: '~/Documents/budget.csv' }],
    ]),
    said('Turn that into a chart, the largest share first'),
  ],
  [said('I feel stuck with my thesis, help me find a first small step', HALF_PAGE)],
  [said('Write a haiku about a lighthouse that wanted to see the mountains')],
  [said('What would be a good name for a podcast about forgotten inventions?', HALF_PAGE)],
  [said('Proofread this: "Their going to they\'re house over there, its late."')],
]

const invoices = [
  ['acme.pdf', 'Acme Ltd', 'A-1007', '2026-01-14', '1,240.00'],
  ['brook.pdf', 'Brook & Sons', 'B-88', '2026-02-02', '310.50'],
  ['cedar.pdf', 'Cedar Tools', 'C-2026-5', '2026-02-19', '89.99'],
  ['delta.docx', 'Delta Energy', 'D-551', '2026-03-01', '142.30'],
  ['elm.docx', 'Elm Street Books', 'E-17', '2026-03-12', '56.00'],
  ['fern.docx', 'Fern Studio', 'F-903', '2026-03-30', '2,000.00'],
] as const

const folder = '~/Documents/Invoices'

export const invoiceWish: Wish = {
  message: `Go through all the papers in ${folder}, note who wants how much by when, and make me one spreadsheet out of it`,
  steps: [
    [['LIST_FILES', { path: folder }]],
    invoices.map(([name]) => [
      name.endsWith('.pdf') ? 'READ_PDF' : 'READ_DOCX',
      { path: `${folder}/${name}` },
    ]),
    [
      [
        'WRITE_XLSX',
        {
          path: '~/Documents/invoices.xlsx',
          data: invoices.map(([, vendor, number, date, total]) => ({ vendor, number, date, total })),
        },
      ],
    ],
    'The spreadsheet ~/Documents/invoices.xlsx has six invoices, 3,838.79 in all.',
  ],
}

export interface TokenStage extends AsyncDisposable {
  readonly service: TestService
  readonly home: string
  /** Every request since it was last asked. */
  taken(): CountedRequest[]
  /** Says it, allows what is asked, and does what the model would do. Answers with the conversation and with who answered. */
  say(wish: Wish, session_id?: string): Promise<{ session_id: string; by: string }>
}

/** The service as it is, with a home folder and a model whose every answer is written down here. */
export async function openTokenStage(): Promise<TokenStage> {
  const requests: CountedRequest[] = []
  let script: Step[] = []
  const provider = await ownServer((response, { path, body }) => {
    if (!path.endsWith('/chat/completions')) return response.writeHead(404).end('{}')
    requests.push(counted(body))
    const step = script.shift() ?? 'Done.'
    return typeof step === 'string'
      ? sse(response, [{ content: step }])
      : sse(response, [{ tool_calls: callsOf(step) }], 'tool_calls')
  })
  const service = await startService(provider)
  const home = dirname(service.folder.root)
  await fillHome(join(home, 'Documents'))
  return {
    service,
    home,
    taken: () => requests.splice(0),
    async say({ message, steps }, session_id) {
      script = [...steps]
      const reply = (await post(service, '/chat', { message, session_id })) as Reply
      const question = reply.components.find(({ type }) => type === 'confirmation')
      if (question) await approve(service, { ...reply, ...question, last: steps.at(-1) as string })
      return { session_id: reply.session_id, by: reply.route.by }
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

interface Reply {
  readonly session_id: string
  readonly route: { readonly by: string }
  readonly components: readonly { readonly type: string; readonly confirmation_id?: string }[]
}

async function post({ address }: TestService, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** Says yes, and waits until the conversation has gone on to its end. */
async function approve(
  service: TestService,
  { session_id, confirmation_id, last }: { session_id: string; confirmation_id?: string; last: string },
): Promise<void> {
  await post(service, '/api/confirm', { confirmation_id, approved: true })
  for (;;) {
    const chat = await fetch(`${service.address}/api/chats/${session_id}`)
    if ((await chat.text()).includes(last)) return
    await sleep(20)
  }
}

function startService(provider: OwnServer): Promise<TestService> {
  return startTestService({
    environment: {
      DESKHAND_LLM_PROVIDER: 'openai_compatible',
      DESKHAND_LLM_MODEL: 'counted',
      DESKHAND_LLM_BASE_URL: `${provider.url}/v1`,
    },
  })
}

function counted(body: Readonly<Record<string, unknown>>): CountedRequest {
  const [system] = body['messages'] as { content: string }[]
  return {
    tokens: tokensIn(body),
    system: system!.content,
    tools: JSON.stringify(body['tools'] ?? []),
  }
}

function callsOf(step: Exclude<Step, string>) {
  return step.map(([name, args], index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
}

async function fillHome(documents: string): Promise<void> {
  await mkdir(join(documents, 'Invoices'), { recursive: true })
  const texts = {
    'health.txt': 'dentist: ask whether the crown can wait until spring\nflu shot in October\n'.repeat(3),
    'garden.md':
      '# Garden\n- plant bulbs before the first frost\n- drain the hose\n- prune the plum\n'.repeat(8),
    'budget.csv': `month,what,amount\n${'2026-01,rent,900\n2026-01,food,420\n2026-01,train,98\n'.repeat(12)}`,
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(documents, name), text)
  for (const [name, vendor, number, date, total] of invoices) {
    const lines = [
      `Invoice ${number} of ${vendor}`,
      `Date: ${date}`,
      ...Array.from({ length: 12 }, (_, line) => `${line + 1}. Delivery and work as agreed, by the hour`),
      `Total: EUR ${total}, to be paid within 30 days`,
    ]
    const bytes = name.endsWith('.pdf')
      ? pdfBytes([lines])
      : await Packer.toBuffer(
          new Document({ sections: [{ children: lines.map((line) => new Paragraph(line)) }] }),
        )
    await writeFile(join(documents, 'Invoices', name), bytes)
  }
}

export interface TokenFigures {
  readonly hey: number
  readonly messages: number
  readonly requests: number
  readonly average: number
  readonly largest: number
  /** Share of the bytes of instructions and tools that every two requests of a conversation have in common. */
  readonly shared: number
  readonly invoices: { readonly requests: number; readonly tokens: number; readonly largest: number }
  /** Messages that somebody else answered. */
  readonly missed: readonly string[]
}

export async function measureTokens(stage: TokenStage): Promise<TokenFigures> {
  const all: CountedRequest[] = []
  const missed: string[] = []
  let shared = 1
  let messages = 0
  for (const conversation of typicalConversations) {
    let session_id: string | undefined
    const own: CountedRequest[] = []
    for (const wish of conversation) {
      const answer = await stage.say(wish, session_id)
      session_id = answer.session_id
      messages += 1
      if (answer.by !== 'model') missed.push(wish.message)
      own.push(...stage.taken())
    }
    for (const request of own) shared = Math.min(shared, sharedShare(own[0]!, request))
    all.push(...own)
  }
  await stage.say(invoiceWish)
  const invoice = stage.taken()
  const sum = (list: readonly CountedRequest[]) => list.reduce((total, { tokens }) => total + tokens, 0)
  const most = (list: readonly CountedRequest[]) => Math.max(...list.map(({ tokens }) => tokens))
  return {
    hey: all[0]!.tokens,
    messages,
    requests: all.length,
    average: Math.round(sum(all) / all.length),
    largest: most(all),
    shared,
    invoices: { requests: invoice.length, tokens: sum(invoice), largest: most(invoice) },
    missed,
  }
}

/** What a provider that keeps beginnings has read already. */
function sharedShare(one: CountedRequest, other: CountedRequest): number {
  const [first, second] = [one, other].map(({ system, tools }) => tools + system) as [string, string]
  let same = 0
  while (same < first.length && first[same] === second[same]) same += 1
  return same / Math.max(first.length, second.length)
}
