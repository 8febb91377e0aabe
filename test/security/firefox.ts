import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A tab of Firefox. */
export interface FirefoxTab {
  goto(address: string): Promise<void>
  /** What an expression amounts to in the page, as JSON; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>
}

export interface Firefox extends AsyncDisposable {
  readonly version: string
  open(): Promise<FirefoxTab>
}

/** Names of tests lead to this machine, all others nowhere, and nothing is asked for that no test asked for. */
const preferences: Readonly<Record<string, string | number | boolean>> = {
  'remote.active-protocols': 1,
  'network.dns.localDomains': 'evil.test',
  'network.proxy.type': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'extensions.update.enabled': false,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
}

/** Debian's Firefox, driven over WebDriver BiDi: the Firefox that Playwright brings is another one. */
export async function launchFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'deskhand-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const args = [
    '--headless',
    '--no-remote',
    '--remote-debugging-port',
    '0',
    '--profile',
    profile,
    'about:blank',
  ]
  const child = spawn('/usr/bin/firefox-esr', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, XDG_CACHE_HOME: profile },
  })
  const connection = await Connection.open(`${await addressSaidBy(child)}/session`)
  const { capabilities } = await connection.call<{ capabilities: { browserVersion: string } }>(
    'session.new',
    {
      capabilities: {},
    },
  )
  return {
    version: capabilities.browserVersion,
    async open() {
      const { context } = await connection.call<{ context: string }>('browsingContext.create', {
        type: 'tab',
      })
      return tab(connection, context)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function tab(connection: Connection, context: string): FirefoxTab {
  return {
    async goto(url) {
      await connection.call('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await connection.call<{
        result?: { value?: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result?.value ?? 'null') as T
    },
  }
}

async function addressSaidBy(child: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address === undefined) continue
    child.stderr.resume()
    return address
  }
  throw new Error('Firefox ended before it listened.')
}

class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Answer))
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address)
    await once(socket, 'open')
    return new Connection(socket)
  }

  async call<T>(method: string, params: object): Promise<T> {
    const id = (this.#last += 1)
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return (await answer.promise) as T
  }

  #hear({ id, type, result, message }: Answer): void {
    if (id === undefined || id === null) return
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (type === 'error') waiting?.reject(new Error(message))
    else waiting?.resolve(result)
  }
}

interface Answer {
  readonly id?: number | null
  readonly type: string
  readonly result?: unknown
  readonly message?: string
}
