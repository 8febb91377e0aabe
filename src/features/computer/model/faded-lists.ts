import { SCREEN_SOURCE } from '../actions/tell-screen.ts'

/** Between the marks of untrusted text, which nothing inside can know. */
const list = new RegExp(String.raw`<data-([0-9a-f]+) source="${SCREEN_SOURCE}">\n[^]*?\n</data-\1>`, 'g')
const GONE = '(What was told of the screen here is left out; its ids are over.)'

/** Whether a result tells what was on the screen, element by element. */
export function hasList(result: unknown): boolean {
  return typeof result === 'string' && result.search(list) >= 0
}

/** A result without the elements of a screen that has gone by since. */
export function withoutList(result: unknown): unknown {
  return typeof result === 'string' ? result.replaceAll(list, GONE) : result
}
