/** What the words of AT-SPI for kinds of objects mean for who reads the screen. */

export const PASSWORD = 'password text'

/** They hold others and say nothing themselves. */
export const plainRoles: ReadonlySet<string> = new Set([
  'filler',
  'panel',
  'scroll pane',
  'section',
  'viewport',
  'redundant object',
  'unknown',
  'separator',
  'layered pane',
  'split pane',
  'root pane',
  'scroll bar',
  'form',
  'paragraph',
  'menu bar',
  'tool bar',
  'glass pane',
  'internal frame',
])

/** Where text is written, if the object says that it can be. */
export const editableRoles: ReadonlySet<string> = new Set([
  'text',
  'entry',
  PASSWORD,
  'paragraph',
  'terminal',
  'document text',
  'editbar',
])

/** What they hold is text, whether or not it is also their name. */
export const textRoles: ReadonlySet<string> = new Set([
  ...editableRoles,
  'label',
  'static',
  'heading',
  'caption',
  'block quote',
  'spin button',
  'table cell',
  'tool tip',
  'statusbar',
  'status bar',
  'date editor',
  'combo box',
])

/** Nothing but words. */
export const wordRoles: ReadonlySet<string> = new Set(['static', 'label', 'caption'])

/** They have a number and no text. */
export const valueRoles: ReadonlySet<string> = new Set([
  'slider',
  'spin button',
  'progress bar',
  'level bar',
  'dial',
  'meter',
])

/** What can be used, of which its words and pictures are only a part. */
const usableRole =
  /button|link|menu|item|tab$|check|radio|toggle|switch|cell|heading|icon|entry|text$|combo|header/

export function isUsable(role: string): boolean {
  return usableRole.test(role)
}

/** Drawn by the program itself, so that nobody is told what is in it. */
const drawnRoles: ReadonlySet<string> = new Set(['drawing area', 'canvas', 'animation'])
const MIN_DRAWN_EDGE = 100

export interface PossiblyDrawn {
  readonly role: string
  readonly states: readonly string[]
  readonly childCount: number
  readonly area: { readonly width: number; readonly height: number } | null
}

/** A large part of a window of which nothing is told, although it can be used. */
export function isSilent({ role, states, childCount, area }: PossiblyDrawn): boolean {
  if (childCount !== 0 || !area || area.width < MIN_DRAWN_EDGE || area.height < MIN_DRAWN_EDGE) return false
  return drawnRoles.has(role) || (plainRoles.has(role) && states.includes('focusable'))
}
