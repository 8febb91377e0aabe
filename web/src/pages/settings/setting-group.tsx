import { useState, type ReactNode } from 'react'
import { useSettingDrafts } from './drafts.ts'
import { SettingRow } from './setting-row.tsx'
import { useSettings, type Setting } from './settings-data.ts'

interface SettingGroupProps {
  readonly group: string
  /** What stands above its settings. */
  readonly children?: ReactNode
}

/** The settings of one group, what few need folded away. Nothing where there are none. */
export function SettingGroup({ group, children }: SettingGroupProps) {
  const settings = useSettings().settings.filter((setting) => setting.group === group)
  if (settings.length === 0) return null
  return (
    <section aria-label={group} className="card px-4 py-2">
      <h3 className="py-2 font-semibold">{group}</h3>
      {children}
      <Rows settings={settings.filter(({ advanced }) => !advanced)} />
      <AdvancedFold settings={settings.filter(({ advanced }) => advanced)} />
    </section>
  )
}

export function Rows({ settings }: { settings: readonly Setting[] }) {
  return settings.map((setting) => <SettingRow key={setting.name} setting={setting} />)
}

function AdvancedFold({ settings }: { settings: readonly Setting[] }) {
  const { aimedAt } = useSettings()
  const { names } = useSettingDrafts()
  const isWanted = settings.some(({ name }) => name === aimedAt || names.includes(name))
  const [isOpen, setOpen] = useState(false)
  if (settings.length === 0) return null
  const changed = settings.filter(({ source }) => source !== 'default').length
  return (
    <details
      className="border-t border-line"
      open={isOpen || isWanted}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-ink-2">
        Advanced
        <span className="font-normal text-ink-3">
          {settings.length}
          {changed > 0 && `, ${changed} changed`}
        </span>
      </summary>
      {(isOpen || isWanted) && <Rows settings={settings} />}
    </details>
  )
}
