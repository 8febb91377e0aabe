import type { AccessibleElement } from '../desktop-driver.ts'
import { wordRoles } from '../accessibility/roles.ts'

export interface FoundElements {
  /** Those that fit best; several when they fit equally well. */
  readonly matches: readonly AccessibleElement[]
  /** When there are none: those whose words come nearest. */
  readonly near: readonly AccessibleElement[]
}

const MAX_NEAR = 5
const NEAR_ENOUGH = 0.5

/** Elements by their words: the whole name before a part of it, and what can be used before what can only be read. */
export function findElements(
  elements: readonly AccessibleElement[],
  { text, role }: { readonly text: string; readonly role?: string | undefined },
): FoundElements {
  const ofRole = role === undefined ? elements : elements.filter((element) => hasRole(element, role))
  const wanted = plain(text)
  const ranked = ofRole
    .map((element) => ({ element, rank: rankOf(element, wanted) }))
    .filter(({ rank }) => rank > 0)
  if (ranked.length === 0) return { matches: [], near: nearest(ofRole, wanted) }
  const best = Math.max(...ranked.map(({ rank }) => rank))
  return { matches: ranked.filter(({ rank }) => rank === best).map(({ element }) => element), near: [] }
}

/** All that have the words, the best first. */
export function searchElements(
  elements: readonly AccessibleElement[],
  { text, role }: { readonly text: string; readonly role?: string | undefined },
): AccessibleElement[] {
  const wanted = plain(text)
  return elements
    .filter((element) => role === undefined || hasRole(element, role))
    .map((element) => ({ element, rank: rankOf(element, wanted) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ element }) => element)
}

/** Whether some words have those that are looked for, however they are written. */
export function hasWords(text: string): (words: string) => boolean {
  const wanted = plain(text)
  return (words) => plain(words).includes(wanted)
}

function rankOf(element: AccessibleElement, wanted: string): number {
  const name = plain(element.name)
  const held = element.isPassword ? '' : plain(element.text ?? '')
  const isUsable = wordRoles.has(element.role) || element.role.startsWith('document') ? 0 : 1
  if (name === wanted) return 6 + isUsable
  if (withoutMarks(name) === withoutMarks(wanted)) return 6 + isUsable
  if (held === wanted) return 4 + isUsable
  if (name.includes(wanted)) return 2 + isUsable
  return held.includes(wanted) || (element.options ?? []).some((option) => plain(option).includes(wanted))
    ? 1
    : 0
}

/** `Save…` and `Name:` are called Save and Name. */
function withoutMarks(text: string): string {
  return text.replaceAll(/^[\s*]+|[\s.…:*]+$/g, '')
}

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** `button` is every button, `field` everything that takes text. */
function hasRole({ role, isEditable, isPassword }: AccessibleElement, wanted: string): boolean {
  const word = wanted.trim().toLowerCase()
  if (word === 'field' || word === 'text field' || word === 'input') return isEditable || isPassword
  if (role === 'static') return word === 'text' || word === role
  return role.includes(word) || role.replaceAll(' ', '').includes(word.replaceAll(/[\s_-]/g, ''))
}

function nearest(elements: readonly AccessibleElement[], wanted: string): AccessibleElement[] {
  return elements
    .filter(({ name }) => name.trim() !== '')
    .map((element) => ({ element, likeness: likenessOf(plain(element.name), wanted) }))
    .filter(({ likeness }) => likeness >= NEAR_ENOUGH)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_NEAR)
    .map(({ element }) => element)
}

/** How many pairs of letters two texts share, from 0 to 1. */
function likenessOf(one: string, other: string): number {
  const first = pairsIn(one)
  const second = pairsIn(other)
  const shared = [...first].filter((pair) => second.has(pair)).length
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size)
}

function pairsIn(text: string): Set<string> {
  return new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)),
  )
}
