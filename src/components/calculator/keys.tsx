import { Delete } from 'lucide-react'
import type { ReactNode } from 'react'

interface Key {
  readonly face: ReactNode
  /** How it is read. */
  readonly name: string
  /** What it writes, or `=`, `C`, `⌫`, `()`. */
  readonly writes: string
  readonly look?: 'digit' | 'sign' | 'main'
}

const sign = (face: string, name: string, writes = face): Key => ({ face, name, writes, look: 'sign' })
const digit = (face: string): Key => ({ face, name: face, writes: face, look: 'digit' })

const BASIC: readonly Key[] = [
  sign('C', 'Clear'),
  sign('( )', 'Bracket', '()'),
  sign('%', 'Percent'),
  sign('÷', 'Divide'),
  ...['7', '8', '9'].map(digit),
  sign('×', 'Multiply'),
  ...['4', '5', '6'].map(digit),
  sign('−', 'Subtract', '-'),
  ...['1', '2', '3'].map(digit),
  sign('+', 'Add'),
  digit('0'),
  { face: '.', name: 'Decimal point', writes: '.', look: 'digit' },
  {
    face: <Delete aria-hidden className="size-5" />,
    name: 'Delete the last character',
    writes: '⌫',
    look: 'digit',
  },
  { face: '=', name: 'Equals', writes: '=', look: 'main' },
]

const SCIENTIFIC: readonly Key[] = [
  sign('sin', 'Sine', 'sin('),
  sign('cos', 'Cosine', 'cos('),
  sign('tan', 'Tangent', 'tan('),
  sign('ln', 'Natural logarithm', 'ln('),
  sign('log', 'Logarithm to base 10', 'log('),
  sign('√', 'Square root', '√('),
  sign('xʸ', 'To the power of', '^'),
  sign('x²', 'Squared', '²'),
  sign('n!', 'Factorial', '!'),
  sign('π', 'Pi'),
  sign('e', 'Euler’s number'),
  sign('ans', 'Last result'),
]

const LOOKS = {
  digit: 'bg-surface-2 text-ink hover:bg-surface-3',
  sign: 'text-accent hover:bg-surface-2',
  main: 'bg-accent text-on-accent hover:bg-accent-strong',
}

interface KeysProps {
  readonly scientific: boolean
  readonly degrees: boolean
  readonly onDegrees: (degrees: boolean) => void
  readonly onPress: (writes: string) => void
}

export function Keys({ scientific, degrees, onDegrees, onPress }: KeysProps) {
  return (
    <>
      {scientific && (
        <>
          <fieldset className="mb-1 flex gap-4 text-sm text-ink-2">
            <legend className="sr-only">Angles</legend>
            {[true, false].map((inDegrees) => (
              <label key={String(inDegrees)} className="flex min-h-8 items-center gap-1.5">
                <input
                  type="radio"
                  className="accent-accent"
                  checked={degrees === inDegrees}
                  onChange={() => onDegrees(inDegrees)}
                />
                {inDegrees ? 'degrees' : 'radians'}
              </label>
            ))}
          </fieldset>
          <div className="mb-2 grid grid-cols-4 gap-1.5 @sm:grid-cols-6">{drawn(SCIENTIFIC, onPress)}</div>
        </>
      )}
      <div className="grid grid-cols-4 gap-1.5">{drawn(BASIC, onPress)}</div>
    </>
  )
}

function drawn(keys: readonly Key[], onPress: (writes: string) => void): ReactNode {
  return keys.map(({ face, name, writes, look = 'digit' }) => (
    <button
      key={name}
      type="button"
      aria-label={name}
      className={`grid min-h-10 place-items-center rounded-lg text-base font-medium transition-colors ${LOOKS[look]}`}
      onClick={() => onPress(writes)}
    >
      {face}
    </button>
  ))
}
