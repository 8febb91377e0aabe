import { useEffect } from 'react'
import { useShared, useShell } from '../../frame/shell.ts'

export function useSettingDrafts() {
  const { settingDrafts } = useShell()
  const drafts = useShared(settingDrafts)
  const names = Object.keys(drafts)
  useEffect(() => {
    if (names.length === 0) return undefined
    // Going to another page of the shell keeps them; closing or reloading it would not.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [names.length])
  return { names, forgetAll: () => settingDrafts.set({}) }
}

export function useSettingDraft(name: string) {
  const { settingDrafts } = useShell()
  const draft = useShared(settingDrafts)[name]
  const setDraft = (next: { readonly value: unknown } | undefined) => {
    const { [name]: _before, ...others } = settingDrafts.get()
    settingDrafts.set(next ? { ...others, [name]: next } : others)
  }
  return [draft, setDraft] as const
}
