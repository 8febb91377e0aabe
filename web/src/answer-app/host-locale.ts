import type { HostContext } from './host.ts'

const FORMATS = [
  'DateTimeFormat',
  'NumberFormat',
  'RelativeTimeFormat',
  'PluralRules',
  'Collator',
  'DisplayNames',
  'ListFormat',
] as const

type Options = Readonly<Record<string, unknown>> | undefined

/** Lets everything be written as the host's user reads it: what names no language or time zone gets the host's. */
export function speakAs(host: () => HostContext): void {
  const intl = Intl as unknown as Record<string, new (locales?: unknown, options?: Options) => object>
  for (const name of FORMATS) {
    const withHost = (given: unknown[]): [unknown, Options] => {
      const [locales, options] = given as [unknown, Options]
      const { locale, timeZone } = host()
      const zone = name === 'DateTimeFormat' && known('timeZone', timeZone) ? { timeZone } : {}
      return [locales ?? known('locale', locale), { ...zone, ...options }]
    }
    intl[name] = new Proxy(intl[name]!, {
      construct: (target, given) => Reflect.construct(target, withHost(given)),
      apply: (target, _this, given) => Reflect.construct(target, withHost(given as unknown[])),
    })
  }
}

const { DateTimeFormat } = Intl

/** What this browser does not know is as good as nothing. */
function known(kind: 'locale' | 'timeZone', name: string | undefined): string | undefined {
  try {
    if (name !== undefined)
      DateTimeFormat(kind === 'locale' ? name : undefined, kind === 'timeZone' ? { timeZone: name } : {})
    return name
  } catch {
    return undefined
  }
}
