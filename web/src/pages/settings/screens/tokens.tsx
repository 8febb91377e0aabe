import { useState } from 'react'
import { CopyButton } from '../../../../../src/components/view-kit/card.tsx'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../../src/components/view-kit/service.ts'
import { PageLink } from '../../../frame/page-link.tsx'
import { useShell } from '../../../frame/shell.ts'
import { base64url } from '../../../service/base64url.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { AutomationSecrets } from '../automation-secrets.tsx'
import { SettingGroup } from '../setting-group.tsx'
import { useSettings, type Setting } from '../settings-data.ts'

export function Tokens() {
  return (
    <>
      <SettingGroup group="Access token">
        <AccessToken />
      </SettingGroup>
      <SavedSecrets />
      <AutomationSecrets />
    </>
  )
}

const TOKEN_BYTES = 32

/** As long as the one that `deskhand token new` makes, of the letters that may stand in a header. */
function newToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
}

function AccessToken() {
  const { access, context } = useShell()
  const service = useService()
  const { settings, values, refresh } = useSettings()
  const { busy, error, attempt } = useAttempt()
  const [made, setMade] = useState<string>()
  const isOn = typeof values['TOKEN'] === 'string'
  const isFixed = settings.find(({ name }) => name === 'TOKEN')?.source === 'environment'
  const make = () =>
    attempt(async () => {
      if (isOn && !(await context.ask(REPLACE))) return
      const token = newToken()
      const before = access.token()
      const saving = service.call('POST /api/settings', { body: { TOKEN: token } })
      // What this page asks next needs it already, and may be on its way before the answer is here.
      access.keep(token, { always: true })
      await saving.catch((reason: unknown) => {
        if (before !== null) access.keep(before, { always: true })
        throw reason
      })
      setMade(token)
      refresh()
    })
  const turnOff = () =>
    attempt(async () => {
      if (!(await context.ask(TURN_OFF))) return
      await service.call('POST /api/settings', { body: { TOKEN: null } })
      setMade(undefined)
      refresh()
    })
  return (
    <div className="flex flex-col items-start gap-3 pb-3 text-sm">
      <p className="text-ink-2">
        {isOn
          ? 'On. Every caller must send the token: this page, the command line and your own programs.'
          : 'Off. Programs of yours on this machine can call Deskhand without a token.'}
      </p>
      {made !== undefined && <MadeToken token={made} />}
      {isFixed ? (
        <p className="text-warn">Set by DESKHAND_TOKEN in the environment. Change it there.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={() => void make()}>
            {isOn ? 'Make a new token' : 'Turn on with a new token'}
          </Button>
          {isOn && (
            <Button held={busy} onClick={() => void turnOff()}>
              Turn off
            </Button>
          )}
        </div>
      )}
      <ProblemNote error={error} />
    </div>
  )
}

const REPLACE = {
  title: 'Replace the token?',
  message: 'Anything that uses the old token loses access immediately.',
  confirmLabel: 'Replace',
  dangerous: true,
}

const TURN_OFF = {
  title: 'Turn the token off?',
  message: 'Any of your programs on this machine can then use Deskhand.',
  confirmLabel: 'Turn off',
  dangerous: true,
}

function MadeToken({ token }: { token: string }) {
  return (
    <div role="status" className="w-full rounded-lg bg-good-soft px-4 py-3">
      <p className="font-medium text-good">
        Copy the token now. It isn't shown again. This browser remembers it.
      </p>
      <p className="mt-1 flex items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{token}</code>
        <CopyButton text={token} label="Copy the token" />
      </p>
    </div>
  )
}

/** Every password and key that is set, with where it is and a way to take it away. */
function SavedSecrets() {
  const { settings, values } = useSettings()
  const saved = settings.filter(
    ({ name, secret }) => secret && name !== 'TOKEN' && typeof values[name] === 'string',
  )
  return (
    <section aria-label="Saved passwords and keys" className="card px-4 py-2">
      <h3 className="py-2 font-semibold">Saved passwords and keys</h3>
      {saved.length === 0 ? (
        <p className="pb-2 text-sm text-ink-3">
          None yet. They are never shown again, and only sent to the service they are for.
        </p>
      ) : (
        <ul>
          {saved.map((setting) => (
            <SavedSecret key={setting.name} setting={setting} mask={String(values[setting.name])} />
          ))}
        </ul>
      )}
    </section>
  )
}

const PLACES: Readonly<Record<Setting['source'], string>> = {
  default: 'built in',
  file: 'in a private file',
  keyring: 'in the keyring',
  environment: 'from the environment',
}

function SavedSecret({ setting, mask }: { setting: Setting; mask: string }) {
  const { context } = useShell()
  const service = useService()
  const { refresh } = useSettings()
  const { busy, error, attempt } = useAttempt()
  const { name, label, group, source } = setting
  const remove = () =>
    attempt(async () => {
      const question = {
        title: `Remove ${label}?`,
        message: `${group} may stop working until you enter it again.`,
        confirmLabel: 'Remove',
        dangerous: true,
      }
      if (!(await context.ask(question))) return
      await service.call('POST /api/settings', { body: { [name]: null } })
      refresh()
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 text-sm">
        <p>
          <PageLink page="settings" item={name} className="font-medium text-accent">
            {group}: {label}
          </PageLink>{' '}
          <span className="font-mono text-ink-3">{mask}</span>
        </p>
        <p className="text-xs text-ink-3">
          <span className="font-mono">{name}</span> · {PLACES[source]}
        </p>
        <ProblemNote error={error} />
      </div>
      {source !== 'environment' && (
        <Button busy={busy} aria-label={`Remove ${group}: ${label}`} onClick={() => void remove()}>
          Remove
        </Button>
      )}
    </li>
  )
}
