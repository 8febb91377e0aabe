import type { ReactNode } from 'react'

const RADIUS = 46
const LENGTH = 2 * Math.PI * RADIUS

interface ProgressRingProps {
  /** From 0 to 1. */
  readonly share: number
  readonly color?: string
  readonly children: ReactNode
}

/** A ring around what is inside; decoration, because what is inside says the same in words. */
export function ProgressRing({ share, color = 'var(--accent)', children }: ProgressRingProps) {
  const drawn = Math.max(0, Math.min(1, share)) * LENGTH
  return (
    <div className="relative mx-auto grid aspect-square w-full max-w-44 place-items-center">
      <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" aria-hidden>
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--surface-3)" strokeWidth="5" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke={color}
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={`${drawn} ${LENGTH}`}
          visibility={drawn < 0.5 ? 'hidden' : undefined}
        />
      </svg>
      <div className="relative flex max-w-[80%] flex-col items-center text-center">{children}</div>
    </div>
  )
}
