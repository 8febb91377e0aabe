import { AllowedList } from '../allowed-list.tsx'
import { SettingGroup } from '../setting-group.tsx'

export function Safety() {
  return (
    <>
      <AllowedList />
      <SettingGroup group="Access and safety" />
    </>
  )
}
