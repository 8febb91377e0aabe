import { readFile } from 'node:fs/promises'
import { JsonText, Reply, type Handlers } from '../../contract/endpoint.ts'
import type { referenceContract } from './contract.ts'

/** Only what the page itself brings may run or be shown; nothing from another host. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function referenceHandlers({
  document,
}: {
  document: () => object
}): Handlers<typeof referenceContract> {
  let openapi: JsonText | undefined
  const page = async (name: string) => {
    const text = await readFile(new URL(`page/${name}`, import.meta.url), 'utf8')
    return new Reply(text, { headers: { 'content-security-policy': PAGE_POLICY } })
  }
  return {
    openapi() {
      openapi ??= new JsonText(JSON.stringify(document()))
      return openapi
    },
    page: () => page('index.html'),
    script: () => page('reference.js'),
    style: () => page('reference.css'),
  }
}
