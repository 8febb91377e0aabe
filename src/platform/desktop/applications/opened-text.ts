import type { OpenedApplication } from '../desktop-driver.ts'

/** What came of opening an application, in a sentence or two; its title is its own word, told by `quote`. */
export function openedText(
  { name, window, state, isSilent }: OpenedApplication,
  quote: (text: string) => string,
): string {
  const title = window === null ? '' : `: ${quote(window)}`
  const what = {
    window: `Its window${title}.`,
    running: `It was running already and has taken it over, in its window${title}.`,
    splash: 'Only its splash screen has been seen so far: wait for its window.',
    ended: 'It has ended without an error, and no window was seen.',
    none: 'No window of it has been seen yet.',
  }[state]
  const silent = isSilent
    ? ' It was started without telling what its pages show: to have their elements, close it and open it again here.'
    : ''
  return `Opened ${quote(name)}. ${what}${silent}`
}
