import { ModelSetup } from '../model-setup.tsx'
import { ModelUsageCard } from '../model-usage.tsx'
import { SettingGroup } from '../setting-group.tsx'
import { useSettings } from '../settings-data.ts'

export function Models() {
  const { values, aimedAt, refresh } = useSettings()
  return (
    <>
      <ModelSetup values={values} isAimedAt={aimedAt === 'model'} onSaved={refresh} />
      <ModelUsageCard />
      <SettingGroup group="Language model" />
    </>
  )
}
