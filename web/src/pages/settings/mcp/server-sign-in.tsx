import { useState } from 'react'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'

type Server = AnswerOf<'GET /api/mcp-servers'>['servers'][number]
type Link = AnswerOf<'POST /api/mcp-servers/:server/sign-in'>

interface ServerSignInProps {
  readonly server: Server
  readonly onChanged: () => void
}

/** Where a person signs in to a server, and out of it. The address is shown before anything is opened. */
export function ServerSignIn({ server: { server, sign_in, signed_in_at }, onChanged }: ServerSignInProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [link, setLink] = useState<Link>()
  if (sign_in === 'none') return null
  const params = { server }
  const begin = () =>
    attempt(async () => setLink(await service.call('POST /api/mcp-servers/:server/sign-in', { params })))
  const signOut = () =>
    attempt(() => service.call('POST /api/mcp-servers/:server/sign-out', { params }).finally(onChanged))
  return (
    <>
      {signed_in_at !== null && <p className="text-sm text-ink-3">Signed in at {signed_in_at}.</p>}
      {link && sign_in !== 'done' && <SignInAddress {...link} />}
      <div className="flex flex-wrap gap-2">
        {sign_in !== 'done' && (
          <Button
            look={link ? 'secondary' : 'primary'}
            busy={busy}
            aria-label={`Sign in to ${server}`}
            onClick={() => void begin()}
          >
            {link ? 'New link' : 'Sign in'}
          </Button>
        )}
        {signed_in_at !== null && (
          <Button
            look="quiet"
            held={busy}
            aria-label={`Sign out of ${server}`}
            onClick={() => void signOut()}
          >
            Sign out
          </Button>
        )}
      </div>
      <ProblemNote error={error} />
    </>
  )
}

function SignInAddress({ server, link, issuer, scopes }: Link) {
  return (
    <div className="rounded-lg bg-warn-soft px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        Sign in to {server} at <strong>{issuer}</strong>.
        {scopes.length > 0 && ` It asks for: ${scopes.join(', ')}.`}
      </p>
      <a
        className="mt-1 inline-block text-accent underline wrap-anywhere"
        href={link}
        target="_blank"
        rel="noreferrer"
      >
        Open {issuer}
      </a>
    </div>
  )
}
