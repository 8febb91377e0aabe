import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The pages of a task, and what browsers have sent to them. */
export interface WebPages extends AsyncDisposable {
  readonly address: string
  /** The body of a page, under a path such as `/order`. */
  readonly show: (path: string, page: Page) => void
  /** Every form that was sent, oldest first. */
  readonly forms: readonly SentForm[]
  /** Paths that were asked for, in order. */
  readonly visits: readonly string[]
}

export interface Page {
  readonly title: string
  readonly body: string
  /** How long the server thinks before it answers. */
  readonly delayMs?: number
}

export interface SentForm {
  readonly path: string
  /** Values by name; of a file its name and its text. Several of one name are joined with commas. */
  readonly fields: Readonly<Record<string, string>>
}

export async function servePages(): Promise<WebPages> {
  const pages = new Map<string, Page>()
  const forms: SentForm[] = []
  const visits: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url!, 'http://localhost').pathname
    if (request.method === 'POST') {
      forms.push({ path, fields: await fieldsOf(request) })
      return send(response, { title: 'Received', body: '<h1>Thank you</h1><p>We have received it.</p>' })
    }
    const page = pages.get(path)
    if (!page) return response.writeHead(404).end('There is no such page.')
    visits.push(path)
    await sleep(page.delayMs ?? 0)
    return send(response, page)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (path, page) => void pages.set(path, page),
    forms,
    visits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { title, body }: Page): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><html lang="en"><title>${title}</title><body style="font: 16px sans-serif; margin: 2em">${body}</body></html>`,
  )
}

async function fieldsOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(chunks), { headers }).formData()
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    const told = typeof value === 'string' ? value : `${value.name}: ${await value.text()}`
    fields[name] = fields[name] === undefined ? told : `${fields[name]}, ${told}`
  }
  return fields
}
