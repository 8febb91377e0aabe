import AxeBuilder from 'axe-core'
import type { Page } from 'playwright-core'
import { connectChromium } from '../security/chromium.ts'
import { startTestService, type TestService, type TestServiceOptions } from '../service.ts'
import { Profiles, type OpenOptions } from './profiles.ts'
import { startScriptedChat, type ScriptedChat } from './scripted-chat.ts'

export interface OpenedPage {
  readonly page: Page
  /** Addresses that the page asked for. */
  readonly asked: string[]
  /**
   * What the browser complained about: errors, refused content, failed requests. That a service on a busy machine answers
   * 503 is no fault of a page.
   */
  readonly complaints: string[]
}

export interface ShellStage extends AsyncDisposable {
  readonly service: TestService
  readonly chat: ScriptedChat
  /** A tab at a place of the shell, of somebody who was never here before. All that was opened before is closed. */
  open(path: string, options?: OpenOptions): Promise<OpenedPage>
}

/** The real service, a browser, and a chat whose words a test knows. */
export async function startShellStage(options: TestServiceOptions = {}): Promise<ShellStage> {
  // A machine that is busy with tests would raise a notice about that among those that a test counts. No page shows what
  // is in files, and a program that reads them would start in the middle of a test.
  const environment = { DESKHAND_MONITOR: 'off', DESKHAND_CONTENT_INDEX: 'off', ...options.environment }
  const service = await startTestService({ ...options, environment })
  const chat = await startScriptedChat(service.address)
  const browser = await connectChromium()
  const profiles = new Profiles(browser, chat.address)
  return {
    service,
    chat,
    async open(path, options = {}) {
      const page = await profiles.newTab(options)
      const watched = watch(page)
      await page.goto(chat.address + path)
      await page.locator('main').waitFor()
      return { page, ...watched }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await chat[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** A service that starts says so; the policy of the widget frame names a directive that Chromium does not know. */
const known = /status of 503|directive 'webrtc'/

function watch(page: Page): Omit<OpenedPage, 'page'> {
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !known.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { asked, complaints }
}

/** A rule says how bad it is to break it. Those that nobody asks about take a third of the time. */
const SERIOUS = `{ rules: Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => impact !== 'serious' && impact !== 'critical')
  .map(({ id }) => [id, { enabled: false }])) }`

/** What can hold in one set of colours and be broken in the other. */
const OF_COLOURS = '{ runOnly: ["color-contrast", "link-in-text-block"] }'

interface AxeResult {
  readonly violations: {
    id: string
    impact: string | null
    nodes: { html: string; failureSummary?: string }[]
  }[]
}

/** What axe finds serious on a page, in words that a failing test can show. */
export async function seriousViolations(
  page: Page,
  { ofColours = false }: { ofColours?: boolean } = {},
): Promise<string[]> {
  const violations = await runAxe(page, ofColours ? OF_COLOURS : SERIOUS)
  return inWords(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'))
}

/** All that axe finds, the order of headings and the names of landmarks included. */
export async function allViolations(page: Page): Promise<string[]> {
  return inWords(await runAxe(page, '{}'))
}

async function runAxe(page: Page, options: string): Promise<AxeResult['violations']> {
  // Through the debugger, which the page's own policy does not bind.
  const session = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) =>
    await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  await evaluate(AxeBuilder.source)
  const { result } = await evaluate(`axe.run(document, { resultTypes: ['violations'], ...${options} })`)
  await session.detach()
  return (result.value as AxeResult).violations
}

function inWords(violations: AxeResult['violations']): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}
