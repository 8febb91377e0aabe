import { useEffect } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { inLabels, useSettings } from './settings-data.ts'

const LOOK_MS = 1_500

/** Access to the mail account from its provider, in place of a password. */
export function MailSignIn() {
  const service = useService()
  const { settings, values } = useSettings()
  const { data, refresh } = useAnswer('GET /api/mail-sign-in', {}, ['settings.changed'])
  const { busy, error, attempt } = useAttempt()
  const isWaiting = data?.state === 'waiting'
  // It ends in another window, or on another device.
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(refresh, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, refresh])
  // Without a program of one's own at the provider there is nothing to sign in with.
  if (!values['EMAIL_OAUTH_CLIENT_ID']) return null
  const begin = (flow: 'browser' | 'device') =>
    attempt(async () => {
      await service.call('POST /api/mail-sign-in', { body: { flow } })
      refresh()
    })
  const cancel = () =>
    attempt(async () => {
      await service.call('DELETE /api/mail-sign-in', {})
      refresh()
    })
  return (
    <div className="flex flex-col gap-2 pb-3 text-sm">
      <p className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => void begin('browser')}>
          Sign in
        </Button>
        <Button look="quiet" busy={busy} onClick={() => void begin('device')}>
          Sign in by a code
        </Button>
        {isWaiting && (
          <Button look="quiet" onClick={() => void cancel()}>
            Cancel
          </Button>
        )}
      </p>
      <div role="status" className="wrap-anywhere">
        {isWaiting && data.url !== null && (
          <p>
            <a className="text-accent underline" href={data.url} target="_blank" rel="noreferrer">
              Open the sign-in page
            </a>
            {data.user_code === null ? ' on this computer.' : ' and type '}
            {data.user_code !== null && <b className="font-mono">{data.user_code}</b>}
          </p>
        )}
        {data?.message && (
          <p className={data.state === 'failed' ? 'text-bad' : 'text-good'}>
            {inLabels(data.message, settings)}
          </p>
        )}
      </div>
      <ProblemNote error={error} />
    </div>
  )
}
