interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly values: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** A few things of which one is chosen, side by side. */
export function Segments<Value extends string>({ label, values, chosen, onChoose }: SegmentsProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex max-w-full flex-wrap gap-1 rounded-lg bg-surface-2 p-1"
    >
      {values.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-pressed={one.value === chosen}
          className={`min-h-7 rounded-md px-2.5 text-xs font-medium pointer-coarse:min-h-10 ${
            one.value === chosen ? 'bg-raised text-ink shadow-card' : 'text-ink-2 hover:text-ink'
          }`}
          onClick={() => onChoose(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  )
}
