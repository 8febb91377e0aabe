import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useShell } from '../../frame/shell.ts'
import { useSettingDrafts } from './drafts.ts'
import type { Setting } from './settings-data.ts'

/** Says that something was changed and not saved, also where a search hides it. */
export function Unsaved({ settings, onShow }: { settings: readonly Setting[]; onShow: () => void }) {
  const { context, router } = useShell()
  const { names, forgetAll } = useSettingDrafts()
  const labels = names.map((name) => settings.find((setting) => setting.name === name)?.label ?? name)
  const [first] = names
  if (first === undefined) return null
  const show = () => {
    onShow()
    router.go('settings', first)
  }
  const discard = async () => {
    const question = {
      title: 'Discard your changes?',
      message: `Not saved: ${labels.join(', ')}.`,
      confirmLabel: 'Discard',
      dangerous: true,
    }
    if (await context.ask(question)) forgetAll()
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft px-4 py-2 text-sm text-warn"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">Not saved yet: {labels.join(', ')}</p>
      <Button onClick={show}>Show</Button>
      <Button onClick={() => void discard()}>Discard</Button>
    </div>
  )
}
