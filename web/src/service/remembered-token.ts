const DATABASE = 'deskhand'
const STORE = 'access'
const KEY = 'token'

/**
 * The token that the person let this browser remember, where the service worker finds it too. Like the page's own storage it
 * is read by no other site. Undefined forgets it.
 */
export async function rememberToken(token: string | undefined): Promise<void> {
  if (token === undefined) await inStore('readwrite', (store) => store.delete(KEY))
  else await inStore('readwrite', (store) => store.put(token, KEY))
}

export async function rememberedToken(): Promise<string | undefined> {
  const answer = inStore('readonly', (store) => store.get(KEY) as IDBRequest<string | undefined>)
  return await answer.catch(() => undefined)
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await answerOf(opening)
  try {
    return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error ?? new Error('The browser stores nothing.'))
  return promise
}
