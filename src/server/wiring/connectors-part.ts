import type { AccessTokens } from '../../contract/tool.ts'
import type { Calendar } from '../../features/calendar/calendar.ts'
import { Connectors } from '../../features/connectors/connectors.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'

interface ConnectorParts {
  readonly calendar: Calendar
  readonly fetch: typeof globalThis.fetch
  /** The ones that tools use: two that renew the same access would take it from each other. */
  readonly accessTokens: AccessTokens
}

/** Signing in with what is set, by the same code that the tools use. */
export function createConnectorsPart(
  { settings, home, now }: Infrastructure,
  { calendar, fetch, accessTokens }: ConnectorParts,
): Connectors {
  const setting = (name: string) => settings.get(name)
  const call = (signal: AbortSignal) => ({ signal, setting, home, now, fetch, accessTokens })
  return new Connectors({
    setting,
    trials: {
      async mail(signal) {
        const { tryMailAccount } = await import('../../plugins/email/try-account.ts')
        return tryMailAccount(call(signal))
      },
      async calendar(signal) {
        const collection = await calendar.tryServer(signal)
        return `Signed in, and found the calendar at ${collection}`
      },
      async repositories(signal) {
        const { tryRepositoryHost } = await import('../../plugins/repohost/try-account.ts')
        return tryRepositoryHost(call(signal))
      },
      async team_chat(signal) {
        const { tryTeamChat } = await import('../../plugins/teamchat/try-account.ts')
        return tryTeamChat(call(signal))
      },
    },
  })
}
