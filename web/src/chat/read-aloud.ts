import { sharedState, type SharedState } from '../frame/external-state.ts'

/** The answer that is being read aloud, by its name. */
export const reading: SharedState<string | undefined> = sharedState<string | undefined>(undefined)

export const canReadAloud = (): boolean => 'speechSynthesis' in window

/** Reads with a voice of this device where there is one. */
export function readAloud(name: string, text: string): void {
  speechSynthesis.cancel()
  const spoken = new SpeechSynthesisUtterance(text)
  const voice = localVoice(navigator.language)
  if (voice) spoken.voice = voice
  const end = () => {
    if (reading.get() === name) reading.set(undefined)
  }
  spoken.addEventListener('end', end)
  spoken.addEventListener('error', end)
  reading.set(name)
  speechSynthesis.speak(spoken)
}

export function stopReading(): void {
  reading.set(undefined)
  speechSynthesis.cancel()
}

/** Whether what is read would leave the machine: some browsers only have voices on a server. */
export function readsRemotely(): boolean {
  const voices = speechSynthesis.getVoices()
  return voices.length > 0 && !localVoice(navigator.language)
}

function localVoice(language: string): SpeechSynthesisVoice | undefined {
  const [spoken = 'en'] = language.split('-')
  const local = speechSynthesis.getVoices().filter(({ localService }) => localService)
  return (
    local.find(({ lang }) => lang === language) ??
    local.find(({ lang }) => lang.startsWith(spoken)) ??
    local.find(({ lang }) => lang.startsWith('en'))
  )
}
