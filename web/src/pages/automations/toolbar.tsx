import { commands } from './editor-actions.tsx'
import { useEditor } from './editor-model.ts'

/** Everything that can be done to what is selected, each with its key: also the help for who has no mouse. */
export function Toolbar() {
  const model = useEditor()
  const isPinned = model.state.draft.pins?.[model.state.selected?.id ?? ''] !== undefined
  return (
    <div role="toolbar" aria-label="Edit the steps" className="flex flex-wrap gap-1">
      {commands.map((command) => {
        const { keys, icon: Icon } = command
        const label = command.keys === 'P' && isPinned ? 'Unpin data' : command.label
        const canRun = command.canRun(model)
        return (
          <button
            key={keys}
            type="button"
            aria-disabled={!canRun || undefined}
            aria-keyshortcuts={keys.replaceAll(' ', '+').replace('↑', 'ArrowUp').replace('↓', 'ArrowDown')}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-lg border border-line bg-surface-1 px-2 text-xs hover:bg-surface-2 aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 pointer-coarse:min-h-10"
            onClick={() => canRun && command.run(model)}
          >
            <Icon aria-hidden className="size-4" />
            {label}
            <kbd aria-hidden className="max-rail:hidden">
              {keys}
            </kbd>
          </button>
        )
      })}
    </div>
  )
}
