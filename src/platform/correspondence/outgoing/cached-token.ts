import { AppError } from '../../../contract/errors.ts'
import { numberOf, textOf, type Fields } from '../../upstream/fields.ts'

/** A token is not used in its last minutes: it must still be good when it arrives. */
const SPARE_MS = 300_000

/** The access token of one account, for as long as it is good. */
export class CachedToken {
  readonly #now: () => Date
  #kept: { readonly account: string; readonly token: string; readonly until: number } | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  /** `ask` signs in, which is done when there is none, or when the account is another one. */
  async get(account: string, ask: () => Promise<Fields>): Promise<string> {
    const now = this.#now().getTime()
    if (this.#kept?.account === account && this.#kept.until > now) return this.#kept.token
    const answer = await ask()
    const token = textOf(answer['access_token'])
    if (token === null) throw new AppError('upstream_failed', "The bot's sign-in returned no token.")
    const until = now + (numberOf(answer['expires_in']) ?? 0) * 1000 - SPARE_MS
    this.#kept = { account, token, until }
    return token
  }

  forget(): void {
    this.#kept = undefined
  }
}
