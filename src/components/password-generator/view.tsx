import { KeyRound, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { Field, IconButton, Switch } from '../view-kit/controls/controls.tsx'
import { randomBelow } from '../view-kit/random.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import { toneFill, type Tone } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { newPassphrase, newPassword, strengthOf, type Generated, type Strength } from './generate.ts'

type Wish = Required<Omit<ViewProps<'password_generator'>, 'id'>>

const STRENGTHS: Readonly<Record<Strength, { tone: Tone; share: number }>> = {
  weak: { tone: 'danger', share: 0.25 },
  fair: { tone: 'warning', share: 0.5 },
  strong: { tone: 'success', share: 0.75 },
  'very strong': { tone: 'success', share: 1 },
}

export function PasswordGeneratorView({
  kind = 'password',
  length = 20,
  words = 5,
  uppercase = true,
  digits = true,
  symbols = true,
  avoid_ambiguous = true,
}: ViewProps<'password_generator'>) {
  const [wish, setWish] = useState<Wish>({ kind, length, words, uppercase, digits, symbols, avoid_ambiguous })
  const [round, setRound] = useState(0)
  const { announce } = useViewContext()
  // It lives in this page alone: never kept, never sent.
  const made = useMemo(() => generated(wish, round), [wish, round])
  const edit = (members: Partial<Wish>) => setWish({ ...wish, ...members })
  const again = () => {
    setRound(round + 1)
    announce(`New ${wish.kind} generated.`)
  }
  return (
    <Card
      icon={<KeyRound aria-hidden className="size-4" />}
      title="Password generator"
      footer="Generated in this page. Never sent or stored."
    >
      <div className="flex flex-col gap-3">
        <Made kind={wish.kind} text={made.text} onAgain={again} />
        <StrengthBar bits={made.bits} />
        <Kinds kind={wish.kind} onChange={(chosen) => edit({ kind: chosen })} />
        {wish.kind === 'password' ? (
          <Range
            label="Length"
            min={8}
            max={128}
            value={wish.length}
            onChange={(value) => edit({ length: value })}
          />
        ) : (
          <Range
            label="Words"
            min={3}
            max={12}
            value={wish.words}
            onChange={(value) => edit({ words: value })}
          />
        )}
        <Options wish={wish} onEdit={edit} />
      </div>
    </Card>
  )
}

function Made({ kind, text, onAgain }: { kind: Wish['kind']; text: string; onAgain: () => void }) {
  return (
    <div className="flex items-center gap-1 rounded-lg border border-line-strong bg-surface-0 py-1.5 ps-3 pe-1">
      <output
        aria-label={kind === 'password' ? 'Password' : 'Passphrase'}
        className="min-w-0 flex-1 font-mono text-base wrap-anywhere select-all"
      >
        {text}
      </output>
      <IconButton label="Generate another" onClick={onAgain}>
        <RefreshCw aria-hidden className="size-4" />
      </IconButton>
      <CopyButton text={text} label={`Copy the ${kind}`} />
    </div>
  )
}

function StrengthBar({ bits }: { bits: number }) {
  const strength = strengthOf(bits)
  const { tone, share } = STRENGTHS[strength]
  return (
    <div className="flex items-center gap-3 text-xs text-ink-2">
      <div aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-surface-3">
        <div
          className={`h-full rounded-full transition-[width] ${toneFill[tone]}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="tabular-nums">
        {strength}, {Math.floor(bits)} bits
      </p>
    </div>
  )
}

function Kinds({ kind, onChange }: { kind: Wish['kind']; onChange: (kind: Wish['kind']) => void }) {
  return (
    <fieldset className="flex gap-4">
      <legend className="sr-only">Kind</legend>
      {(['password', 'passphrase'] as const).map((one) => (
        <label key={one} className="flex min-h-9 items-center gap-2">
          <input
            type="radio"
            className="size-4 accent-accent"
            checked={kind === one}
            onChange={() => onChange(one)}
          />
          {one === 'password' ? 'Characters' : 'Words'}
        </label>
      ))}
    </fieldset>
  )
}

interface RangeProps {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
}

function Range({ label, min, max, value, onChange }: RangeProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <div className="flex items-center gap-3">
          <input
            {...ids}
            type="range"
            className="min-h-8 min-w-0 flex-1 accent-accent"
            {...{ min, max, value }}
            onChange={(event) => onChange(Number(event.target.value))}
          />
          <output className="w-8 text-end text-sm tabular-nums">{value}</output>
        </div>
      )}
    </Field>
  )
}

function Options({ wish, onEdit }: { wish: Wish; onEdit: (members: Partial<Wish>) => void }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 @sm:grid-cols-2">
      <Switch
        label="Capital letters"
        checked={wish.uppercase}
        onChange={(uppercase) => onEdit({ uppercase })}
      />
      <Switch label="Digits" checked={wish.digits} onChange={(digits) => onEdit({ digits })} />
      {wish.kind === 'password' && (
        <>
          <Switch label="Symbols" checked={wish.symbols} onChange={(symbols) => onEdit({ symbols })} />
          <Switch
            label="No look-alikes"
            checked={wish.avoid_ambiguous}
            onChange={(avoid_ambiguous) => onEdit({ avoid_ambiguous })}
          />
        </>
      )}
    </div>
  )
}

/** `_round` only says that another one is wanted. */
function generated(wish: Wish, _round: number): Generated {
  return wish.kind === 'password' ? newPassword(wish, randomBelow) : newPassphrase(wish, randomBelow)
}
