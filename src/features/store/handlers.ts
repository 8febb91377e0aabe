import { JsonText, Reply, type Handlers } from '../../contract/endpoint.ts'
import type { storeContract } from './contract.ts'
import { etagOf, type Store } from './store.ts'

const NEVER_WRITTEN = new Reply(new JsonText('{}'), { headers: { etag: '"0"' } })

export function storeHandlers({ store }: { store: Store }): Handlers<typeof storeContract> {
  return {
    list({ query }) {
      const entries = store.list(query)
      const next_after = entries.length === query.limit ? (entries.at(-1)?.key ?? null) : null
      return { entries, next_after }
    },
    get({ params }) {
      const entry = store.read(params.key)
      if (!entry) return NEVER_WRITTEN
      return new Reply(new JsonText(entry.json), { headers: { etag: etagOf(entry.version) } })
    },
    async put({ params, body }, call) {
      const written = await store.write(params.key, JSON.stringify(body), {
        ifMatch: call.header('if-match'),
        ifNoneMatch: call.header('if-none-match'),
      })
      return new Reply(written, { headers: { etag: etagOf(written.version) } })
    },
    async remove({ params }, call) {
      const deleted = await store.remove(params.key, { ifMatch: call.header('if-match') })
      return { key: params.key, deleted }
    },
  }
}
