import { ContentIndexCard } from '../content-index.tsx'
import { SettingGroup } from '../setting-group.tsx'

export function Files() {
  return (
    <>
      <ContentIndexCard />
      <SettingGroup group="Search in files" />
    </>
  )
}
