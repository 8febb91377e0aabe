/** Whether a person has asked for a page that stands still. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A short movement that changes nothing; none for who wants stillness. */
export function move(element: Element | null, frames: Keyframe[], durationMs: number): void {
  if (element && !wantsStillness()) element.animate(frames, { duration: durationMs, easing: 'ease-out' })
}
