/** A page in a sandbox has no storage. What widgets would keep there then lasts as long as the page. */
export function ensureStorage(): void {
  try {
    window.localStorage.getItem('')
  } catch {
    Object.defineProperty(window, 'localStorage', { value: pageStorage() })
  }
}

function pageStorage(): Storage {
  const kept = new Map<string, string>()
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
  }
  return new Proxy(methods as unknown as Storage, {
    get: (target, name) => (name === 'length' ? kept.size : Reflect.get(target, name)),
    // `Object.keys` names what is kept.
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      kept.has(String(name))
        ? { value: kept.get(String(name)), enumerable: true, configurable: true }
        : undefined,
  })
}
