import { Monitor, Moon, Sun } from 'lucide-react'
import { useShared, useShell } from '../../../frame/shell.ts'
import type { Theme } from '../../../frame/theme.ts'
import { SettingGroup } from '../setting-group.tsx'

export function General() {
  return (
    <>
      <Appearance />
      <SettingGroup group="You" />
    </>
  )
}

const THEMES = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { theme: Theme; label: string; Icon: unknown }[]

function Appearance() {
  const { theme: state } = useShell()
  const current = useShared(state)
  return (
    <section
      aria-label="Appearance"
      className="card flex flex-wrap items-center justify-between gap-3 px-4 py-3"
    >
      <h3 className="font-semibold">Appearance</h3>
      <div role="group" aria-label="Theme" className="flex rounded-lg bg-surface-2 p-0.5">
        {THEMES.map(({ theme, label, Icon }) => (
          <button
            key={theme}
            type="button"
            aria-pressed={theme === current}
            className="flex min-h-9 items-center gap-2 rounded-md px-3 text-sm text-ink-2 aria-pressed:bg-surface-1 aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-card"
            onClick={() => state.set(theme)}
          >
            <Icon aria-hidden className="size-4" /> {label}
          </button>
        ))}
      </div>
    </section>
  )
}
