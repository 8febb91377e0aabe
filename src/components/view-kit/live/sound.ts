/** Whether the browser lets this page be heard: only after a person has used it. */
export function mayBeHeard(): boolean {
  return typeof AudioContext === 'function' && navigator.userActivation.hasBeenActive
}

export interface Tone {
  /** In seconds of the audio clock. */
  readonly at: number
  readonly pitch: number
  readonly seconds: number
  readonly loudness?: number
}

/** One short tone that fades, so that it does not click. */
export function playTone(
  context: AudioContext,
  { at, pitch, seconds, loudness = 0.25 }: Tone,
): OscillatorNode {
  const oscillator = new OscillatorNode(context, { frequency: pitch })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(loudness, at + 0.005)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(at + seconds)
  return oscillator
}

/** A bell that rings three times. */
export function ringBell(): void {
  if (!mayBeHeard()) return
  const context = new AudioContext()
  const strokes = [0, 0.9, 1.8].flatMap((at) => [
    playTone(context, { at: context.currentTime + at, pitch: 880, seconds: 0.7 }),
    playTone(context, { at: context.currentTime + at + 0.12, pitch: 1174.7, seconds: 0.7 }),
  ])
  strokes.at(-1)!.addEventListener('ended', () => void context.close())
}
