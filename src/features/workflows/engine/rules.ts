import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { builtInNames, type BuiltInName } from '../names.ts'
import { UnresolvedReference } from './variables.ts'

/** A step during which the service ended so often is not run again. */
export const CRASH_LIMIT = 3

/** What the engine must know of its context to decide what happens next. */
export interface Rules {
  readonly catalog: ToolCatalog
  /** Steps of one workflow that may run side by side. */
  readonly concurrency: () => number
  /** Takes secrets out of text that is kept in the history. */
  readonly redact: (text: string) => string
  readonly retryDelayMs: (tries: number) => number
  readonly builtIn: (name: string) => { readonly value: unknown } | undefined
}

const MAX_DELAY_MS = 60_000

/** Doubles with every try; the jitter keeps steps that failed together from coming back together. */
export function retryDelay(firstMs: number): (tries: number) => number {
  return (tries) => {
    const whole = Math.min(firstMs * 2 ** tries, MAX_DELAY_MS)
    return Math.round(whole * (0.5 + Math.random() / 2))
  }
}

export interface PersonalValues {
  readonly setting: (name: 'USER_NAME' | 'USER_EMAIL') => string | null
  readonly home: string
  readonly now: () => Date
}

/** The names that are always known. `$today` is the date where the service runs, `$now` the moment in UTC. */
export function builtInValues({ setting, home, now }: PersonalValues): Rules['builtIn'] {
  const set = (name: 'USER_NAME' | 'USER_EMAIL') => {
    const value = setting(name)
    if (value !== null) return value
    throw new UnresolvedReference(`$${name.toLowerCase()} has no value: set ${name} in the settings.`)
  }
  const values: Readonly<Record<BuiltInName, () => string>> = {
    user_name: () => set('USER_NAME'),
    user_email: () => set('USER_EMAIL'),
    home: () => home,
    today: () => localDate(now()),
    now: () => now().toISOString(),
  }
  return (name) => (isBuiltIn(name) ? { value: values[name]() } : undefined)
}

function isBuiltIn(name: string): name is BuiltInName {
  return (builtInNames as readonly string[]).includes(name)
}

function localDate(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
