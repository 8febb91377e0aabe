import { useState } from 'react'
import { Button, Switch } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { useViewContext } from '../../../../src/components/view-kit/view-context.ts'
import { formatRelative } from '../../../../src/contract/text/moments.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { addThisDevice, pushSupport, removeThisDevice, thisDevice } from '../../service/this-device.ts'

type Device = AnswerOf<'GET /api/push/subscriptions'>['subscriptions'][number]

const HELP = {
  ready:
    'Messages are encrypted. They go through the push service of your browser, which sees when and to whom, not what.',
  denied: 'Your browser blocks notifications from this page. Allow them in its settings.',
  home_screen: 'Add Deskhand to the home screen first, and open it from there.',
  unsupported: 'This browser takes push messages only over https, or on the machine where Deskhand runs.',
}

/** Which devices are told although no page is open, and whether this one is. */
export function PushDevices() {
  const service = useService()
  const { announce } = useViewContext()
  const { data, refresh } = useAnswer('GET /api/push/subscriptions', {})
  const { error, busy, attempt } = useAttempt()
  const [support, setSupport] = useState(pushSupport)
  const devices = data?.subscriptions ?? []
  const own = thisDevice()?.id
  const isOn = devices.some(({ id }) => id === own)
  const turn = (wanted: boolean) =>
    attempt(async () => {
      try {
        await (wanted ? addThisDevice(service) : removeThisDevice(service))
        announce(wanted ? 'This device is notified.' : 'This device is no longer notified.')
      } finally {
        setSupport(pushSupport())
        refresh()
      }
    })
  return (
    <section aria-label="Devices" className="card flex flex-col gap-2 px-4 py-3">
      <Switch
        label="Notify this device, even when Deskhand isn't open"
        help={HELP[support]}
        checked={isOn}
        disabled={support !== 'ready'}
        onChange={(wanted) => {
          if (!busy) void turn(wanted)
        }}
      />
      <ProblemNote error={error} />
      {devices.length > 0 && (
        <ul aria-label="Notified devices">
          {devices.map((one) => (
            <DeviceRow key={one.id} device={one} isOwn={one.id === own} onChanged={refresh} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface DeviceRowProps {
  readonly device: Device
  readonly isOwn: boolean
  readonly onChanged: () => void
}

/** What can be done with a device, and what came of it. */
function useDevice({ device: { id }, isOwn, onChanged }: DeviceRowProps) {
  const service = useService()
  const { announce } = useViewContext()
  const { error, busy, attempt } = useAttempt()
  const [isSent, setIsSent] = useState(false)
  const act = (work: () => Promise<unknown>, done: string) =>
    attempt(async () => {
      setIsSent(false)
      try {
        await work()
        announce(done)
      } finally {
        onChanged()
      }
    })
  const test = () =>
    act(async () => {
      await service.call('POST /api/push/subscriptions/:id/test', { params: { id } })
      setIsSent(true)
    }, 'Sent.')
  const removeThere = () => service.call('DELETE /api/push/subscriptions/:id', { params: { id } })
  const remove = () => act(isOwn ? () => removeThisDevice(service) : removeThere, 'Removed.')
  return { error, busy, isSent, test, remove }
}

function DeviceRow(props: DeviceRowProps) {
  const { name, problem } = props.device
  const { error, busy, isSent, test, remove } = useDevice(props)
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="text-sm wrap-anywhere" dir="auto">
          {name}
          {props.isOwn && <span className="text-ink-3"> · this device</span>}
        </p>
        <p className="text-xs text-ink-3">{lastHeard(props.device)}</p>
        {problem !== null && error === undefined && <p className="text-xs text-warn">{problem}</p>}
        <ProblemNote error={error} />
      </div>
      {isSent && (
        <span role="status" className="text-sm text-good">
          Sent
        </span>
      )}
      <Button busy={busy} onClick={() => void test()} aria-label={`Send a test to ${name}`}>
        Send a test
      </Button>
      <Button look="quiet" onClick={() => void remove()} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </li>
  )
}

function lastHeard({ created_at, last_sent_at }: Device): string {
  if (last_sent_at === null) return `Added ${formatRelative(new Date(created_at))}`
  return `Last notified ${formatRelative(new Date(last_sent_at))}`
}
