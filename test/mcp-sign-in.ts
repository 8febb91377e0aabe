import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Shown {
  readonly status: number
  readonly page: string
}

/** What a browser does with the link: it goes to the issuer, is sent back to the service, and shows what that says. */
export async function signInAsBrowser(link: string): Promise<Shown> {
  return returnAsBrowser(await sentBack(link))
}

/** Where the issuer sends the browser. */
export async function sentBack(link: string): Promise<string> {
  const issuer = await fetch(link, { redirect: 'manual' })
  const said = await issuer.text()
  const back = issuer.headers.get('location')
  if (back === null) throw new Error(`The issuer sent nobody back: ${issuer.status} ${said}`)
  return back
}

/** Only what a browser sends when another site sends it somewhere; fetch would say that it is no browser. */
export async function returnAsBrowser(address: string): Promise<Shown> {
  const headers = {
    accept: 'text/html',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    connection: 'close',
  }
  const { promise, resolve, reject } = Promise.withResolvers<Shown>()
  request(address, { headers }, (answer) => {
    text(answer).then((page) => resolve({ status: answer.statusCode ?? 0, page }), reject)
  })
    .once('error', reject)
    .end()
  return promise
}
