/** The names that apps know colours and sizes by, and what they are here. */
const tokens: Readonly<Record<string, string>> = {
  'color-background-primary': '--surface-1',
  'color-background-secondary': '--surface-2',
  'color-background-tertiary': '--surface-3',
  'color-background-inverse': '--text-1',
  'color-background-info': '--accent-soft',
  'color-background-danger': '--bad-soft',
  'color-background-success': '--good-soft',
  'color-background-warning': '--warn-soft',
  'color-background-disabled': '--surface-2',
  'color-text-primary': '--text-1',
  'color-text-secondary': '--text-2',
  'color-text-tertiary': '--text-3',
  'color-text-inverse': '--surface-1',
  'color-text-info': '--accent',
  'color-text-danger': '--bad',
  'color-text-success': '--good',
  'color-text-warning': '--warn',
  'color-text-disabled': '--text-3',
  'color-text-ghost': '--text-3',
  'color-border-primary': '--line-strong',
  'color-border-secondary': '--line',
  'color-border-tertiary': '--line',
  'color-border-inverse': '--text-1',
  'color-border-info': '--accent',
  'color-border-danger': '--bad',
  'color-border-success': '--good',
  'color-border-warning': '--warn',
  'color-border-disabled': '--line',
  'color-ring-primary': '--accent',
  'color-ring-secondary': '--line-strong',
  'color-ring-inverse': '--surface-1',
  'color-ring-info': '--accent',
  'color-ring-danger': '--bad',
  'color-ring-success': '--good',
  'color-ring-warning': '--warn',
  'shadow-sm': '--shadow',
  'shadow-md': '--shadow',
  'shadow-lg': '--shadow-high',
}

const fixed: Readonly<Record<string, string>> = {
  'color-background-ghost': 'transparent',
  'color-border-ghost': 'transparent',
  'font-mono': 'ui-monospace, monospace',
  'font-weight-normal': '400',
  'font-weight-medium': '500',
  'font-weight-semibold': '600',
  'font-weight-bold': '700',
  'font-text-xs-size': '12px',
  'font-text-sm-size': '13px',
  'font-text-md-size': '15px',
  'font-text-lg-size': '17px',
  'border-radius-xs': '4px',
  'border-radius-sm': '6px',
  'border-radius-md': '8px',
  'border-radius-lg': '12px',
  'border-radius-xl': '16px',
  'border-radius-full': '9999px',
  'border-width-regular': '1px',
}

export type AppTheme = 'light' | 'dark'

export function themeNow(): AppTheme {
  const chosen = document.documentElement.dataset['theme']
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Tells when the colours become others, by the person or by the system. */
export function onThemeChange(listener: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(listener)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  scheme.addEventListener('change', listener)
  return () => {
    chosen.disconnect()
    scheme.removeEventListener('change', listener)
  }
}

/** What an app is told of its surroundings. Colours hold for light and dark, so that only the theme changes. */
export function hostContext({ tool, width }: { tool: object; width: number }): object {
  return {
    toolInfo: { tool },
    theme: themeNow(),
    styles: { variables: variables() },
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { width, maxHeight: MAX_HEIGHT },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'deskhand',
    platform: 'web',
    deviceCapabilities: { touch: navigator.maxTouchPoints > 0, hover: matchMedia('(hover: hover)').matches },
  }
}

export const MIN_HEIGHT = 40
export const MAX_HEIGHT = 2_000

function variables(): Record<string, string> {
  const style = getComputedStyle(document.documentElement)
  const own = Object.entries(tokens).map(([name, token]) => [
    `--${name}`,
    style.getPropertyValue(token).trim(),
  ])
  const others = Object.entries(fixed).map(([name, value]) => [`--${name}`, value])
  const font = ['--font-sans', getComputedStyle(document.body).fontFamily]
  return Object.fromEntries([...own, ...others, font].filter(([, value]) => value !== ''))
}
