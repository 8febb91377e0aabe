import type { AccessibleElement, ElementList } from '../../../platform/desktop/desktop-driver.ts'
import { inOneLine } from '../untrusted.ts'

const MOST = 200

/** A window as text: one control a line, with the id that activates it. */
export function describeElements({ elements, degraded }: ElementList): string {
  const named = elements.filter(
    ({ name, text, isEditable }) => name !== '' || (text ?? '') !== '' || isEditable,
  )
  const lines = named.slice(0, MOST).map(describe)
  if (named.length > MOST) lines.push(`… and ${named.length - MOST} more.`)
  if (degraded)
    lines.push('The application tells little of itself: what is missing here may still be on the screen.')
  return lines.length === 0 ? 'Nothing is told.' : lines.join('\n')
}

function describe({ id, role, name, text, states, isPassword }: AccessibleElement): string {
  const content =
    isPassword || text === null || text === '' || text === name ? '' : `: ${inOneLine(text, 200)}`
  const marks = states.filter((state) => /^(?:focused|checked|selected|expanded|disabled)$/.test(state))
  return `[${id}] ${role} "${inOneLine(name)}"${content}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`
}
