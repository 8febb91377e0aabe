import { Switch } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useShared, useShell } from '../../../frame/shell.ts'
import { PushDevices } from '../push-devices.tsx'
import { SettingGroup } from '../setting-group.tsx'

export function Notifications() {
  return (
    <>
      <BrowserNoticesSwitch />
      <PushDevices />
      <SettingGroup group="Notifications" />
      <SettingGroup group="Notices to ntfy" />
      <SettingGroup group="Monitor" />
    </>
  )
}

const NOTICE_HELP = {
  on: 'You get notifications and questions even when this page is in the background.',
  off: 'Get notifications and questions even when this page is in the background.',
  denied: 'Your browser blocks notifications from this page. Allow them in its settings.',
  unsupported: "This browser doesn't support notifications for this address.",
}

function BrowserNoticesSwitch() {
  const { notices } = useShell()
  const state = useShared(notices.state)
  return (
    <section aria-label="This browser" className="card px-4 py-3">
      <h3 className="font-semibold">This browser</h3>
      <Switch
        label="Browser notifications"
        help={NOTICE_HELP[state]}
        checked={state === 'on'}
        disabled={state === 'denied' || state === 'unsupported'}
        onChange={(wanted) => (wanted ? void notices.turnOn() : notices.turnOff())}
      />
    </section>
  )
}
