import { Palette } from 'lucide-react'
import { useState } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { Button, Field, TextField } from '../view-kit/controls/controls.tsx'
import { formatNumber } from '../../contract/text/numbers.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import {
  COLOR_FORMATS,
  colorCode,
  contrast,
  hexOfHsl,
  hslOf,
  readHex,
  type ColorFormat,
  type Hsl,
} from './color.ts'

interface Picked {
  readonly hex: string
  /** Kept beside it: a grey has no hue of its own, and a slider must not jump back. */
  readonly hsl: Hsl
}

const picked = (hex: string): Picked => ({ hex: hex.toLowerCase(), hsl: hslOf(hex) })

export function ColorPickerView({
  color = '#3b82f6',
  palette = [],
  format = 'hex',
  label,
  action,
}: ViewProps<'color_picker'>) {
  const [{ hex, hsl }, setPicked] = useState(() => picked(color))
  const { run, busy, outcome } = useAction()
  const choose = (chosen: string) => setPicked(picked(chosen))
  const mix = (members: Partial<Hsl>) => {
    const next = { ...hsl, ...members }
    setPicked({ hex: hexOfHsl(next), hsl: next })
  }
  return (
    <Card
      icon={<Palette aria-hidden className="size-4" />}
      title={label ?? 'Colour'}
      subtitle={colorCode(hex, format)}
    >
      <div className="flex flex-col gap-3">
        <div className="flex gap-3">
          <input
            type="color"
            aria-label="Colour"
            className="h-20 w-20 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-transparent p-1"
            value={hex}
            onChange={(event) => choose(event.target.value)}
          />
          <HslSliders hsl={hsl} onMix={mix} />
        </div>
        {palette.length > 0 && <PaletteRow colors={palette} chosen={hex} onChoose={choose} />}
        <HexField key={hex} hex={hex} onChoose={choose} />
        <Codes hex={hex} first={format} />
        <p className="text-xs text-ink-3 tabular-nums">
          Contrast with white {formatNumber(contrast(hex, '#ffffff'), { decimals: 1 })}, with black{' '}
          {formatNumber(contrast(hex, '#000000'), { decimals: 1 })}
        </p>
        {action && (
          <Button
            look="primary"
            className="self-start"
            busy={busy}
            onClick={() => void run(action, colorCode(hex, format))}
          >
            Use this colour
          </Button>
        )}
        <ActionOutcomeNote outcome={outcome} />
      </div>
    </Card>
  )
}

const SLIDERS = [
  { member: 'hue', label: 'Hue', max: 360, unit: '°' },
  { member: 'saturation', label: 'Saturation', max: 100, unit: '%' },
  { member: 'lightness', label: 'Lightness', max: 100, unit: '%' },
] as const

function HslSliders({ hsl, onMix }: { hsl: Hsl; onMix: (members: Partial<Hsl>) => void }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col justify-between">
      {SLIDERS.map(({ member, label, max, unit }) => (
        <Field key={member} label={label} hideLabel>
          {(ids) => (
            <div className="flex items-center gap-2">
              <span aria-hidden className="w-20 clip text-xs text-ink-3">
                {label}
              </span>
              <input
                {...ids}
                type="range"
                min={0}
                max={max}
                className="min-h-6 min-w-0 flex-1 accent-accent"
                value={Math.round(hsl[member])}
                aria-valuetext={`${Math.round(hsl[member])} ${unit}`}
                onChange={(event) => onMix({ [member]: Number(event.target.value) })}
              />
            </div>
          )}
        </Field>
      ))}
    </div>
  )
}

function PaletteRow({
  colors,
  chosen,
  onChoose,
}: {
  colors: readonly string[]
  chosen: string
  onChoose: (hex: string) => void
}) {
  return (
    <ul aria-label="Palette" className="flex flex-wrap gap-1.5">
      {colors.map((color, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={color.toLowerCase()}
            aria-pressed={color.toLowerCase() === chosen}
            title={color.toLowerCase()}
            className="size-9 rounded-lg border border-line-strong aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-accent pointer-coarse:size-10"
            style={{ backgroundColor: color }}
            onClick={() => onChoose(color)}
          />
        </li>
      ))}
    </ul>
  )
}

function HexField({ hex, onChoose }: { hex: string; onChoose: (hex: string) => void }) {
  const [text, setText] = useState(hex)
  const read = readHex(text)
  const take = () => {
    if (read !== undefined) onChoose(read)
  }
  return (
    <TextField
      label="Hex code"
      className="font-mono"
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      value={text}
      problem={read === undefined ? 'Enter it as #rrggbb.' : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}

function Codes({ hex, first }: { hex: string; first: ColorFormat }) {
  const formats = [first, ...COLOR_FORMATS.filter((format) => format !== first)]
  return (
    <ul aria-label="Codes">
      {formats.map((format) => (
        <li key={format} className="flex items-center justify-between gap-2">
          <code className="clip font-mono text-sm text-ink-2">{colorCode(hex, format)}</code>
          <CopyButton text={colorCode(hex, format)} label={`Copy as ${format}`} />
        </li>
      ))}
    </ul>
  )
}
