import { privateJsonFile } from '../../secrets/private-json-file.ts'

/** What the desktop gives out so that it need not ask the person again; each is good for one time. */
export interface RestoreToken {
  read(): Promise<string | null>
  write(token: string): Promise<void>
}

/** Kept in a file for this user alone: who has the token may control the desktop. */
export function restoreTokenIn(path: string): RestoreToken {
  const file = privateJsonFile({ path, format: 1, aside: (kept) => `${kept}.unreadable` })
  return {
    async read() {
      const { content } = await file.read()
      const { restore_token: token } = content
      return typeof token === 'string' && token !== '' ? token : null
    },
    write: (token) => file.write({ format: 1, restore_token: token }),
  }
}
