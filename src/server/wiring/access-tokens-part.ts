import type { AccessTokens } from '../../contract/tool.ts'
import { createAccessTokens } from '../../platform/oauth/access-tokens.ts'
import type { Ground } from '../lifecycle/ground.ts'

const GRANTS = ['EMAIL_OAUTH'] as const

export function createAccessTokensPart({ secrets, scrubber, settings, now, log }: Ground): AccessTokens {
  const tokens = createAccessTokens({ secrets, hide: scrubber.add, now })
  settings.onChange((names) => {
    for (const grant of GRANTS) {
      if (!names.includes(`${grant}_REFRESH_TOKEN`)) continue
      tokens
        .forget(grant)
        .catch((error: unknown) =>
          log.error({ err: error }, 'A token that is no longer wanted is still kept.'),
        )
    }
  })
  return tokens
}
