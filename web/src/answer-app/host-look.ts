import type { HostContext } from './host.ts'

/** Our colours by the host's. Those of charts stay ours: a host has none. */
const COLOURS = {
  '--surface-0': '--color-background-primary',
  '--surface-1': '--color-background-primary',
  '--surface-2': '--color-background-secondary',
  '--surface-3': '--color-background-tertiary',
  '--text-1': '--color-text-primary',
  '--text-2': '--color-text-secondary',
  '--text-3': '--color-text-tertiary',
  '--line': '--color-border-primary',
  '--line-strong': '--color-border-primary',
  '--good': '--color-text-success',
  '--good-soft': '--color-background-success',
  '--warn': '--color-text-warning',
  '--warn-soft': '--color-background-warning',
  '--bad': '--color-text-danger',
  '--bad-soft': '--color-background-danger',
} as const

const FONTS = { '--font-sans': '--font-sans', '--font-mono': '--font-mono' } as const

/** Without these two, some of the host's colours would stand on some of ours, and nobody could read them. */
const NEEDED = ['--color-background-primary', '--color-text-primary'] as const

/** Makes this page look like part of the host. */
export function applyLook({ theme, styles, safeAreaInsets, containerDimensions }: HostContext): void {
  const root = document.documentElement
  if (theme === undefined) delete root.dataset['theme']
  else root.dataset['theme'] = theme
  applyStyles(styles)
  const { top, right, bottom, left } = safeAreaInsets ?? NO_INSETS
  document.body.style.padding = `${top}px ${right}px ${bottom}px ${left}px`
  // A host that fixes the height leaves it to us to scroll.
  root.style.overflowY = containerDimensions?.height === undefined ? '' : 'auto'
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }

function applyStyles({ variables = {}, css }: NonNullable<HostContext['styles']> = {}): void {
  const hasColours = NEEDED.every((name) => variables[name] !== undefined)
  for (const [own, theirs] of Object.entries(COLOURS))
    setVariable(own, hasColours ? variables[theirs] : undefined)
  for (const [own, theirs] of Object.entries(FONTS)) setVariable(own, variables[theirs])
  applyFonts(css?.fonts)
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) document.documentElement.style.removeProperty(name)
  else document.documentElement.style.setProperty(name, value)
}

const fonts = document.createElement('style')

function applyFonts(css: string | undefined): void {
  if (css === undefined || fonts.textContent === css) return
  fonts.textContent = css
  document.head.append(fonts)
}

/** Tells how much room the page needs, whenever that changes. */
export function watchSize(tell: (size: { width: number; height: number }) => void): void {
  let told = ''
  const look = () => {
    const { offsetWidth: width, offsetHeight: height } = document.body
    const size = `${width} ${height}`
    if (size === told) return
    told = size
    tell({ width, height })
  }
  new ResizeObserver(look).observe(document.body)
}
