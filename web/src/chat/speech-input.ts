import { useEffect, useRef, useState } from 'react'

/** What the browser offers of the Web Speech API; the types of TypeScript do not have it yet. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  processLocally?: boolean
  onresult: ((event: RecognitionResult) => void) | null
  onerror: ((event: { readonly error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}

interface RecognitionResult {
  readonly results: ArrayLike<{ readonly isFinal: boolean; readonly 0: { readonly transcript: string } }>
}

interface RecognitionKind {
  new (): Recognition
  /** Newer browsers can say whether speech can stay on the device. */
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>
}

function recognitionKind(): RecognitionKind | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<
    'SpeechRecognition' | 'webkitSpeechRecognition',
    RecognitionKind | undefined
  >
  return SpeechRecognition ?? webkitSpeechRecognition
}

export const canListen = (): boolean => recognitionKind() !== undefined && isSecureContext

/** Whether what is said is understood on this device; else the browser sends it to its maker. */
export async function staysOnDevice(language: string): Promise<boolean> {
  const kind = recognitionKind()
  const answer = await kind?.available?.({ langs: [language], processLocally: true }).catch(() => undefined)
  return answer === 'available'
}

export interface SpeechInput {
  readonly isListening: boolean
  /** Why nothing was heard. */
  readonly problem: string | undefined
  start(options: { readonly language: string; readonly onDevice: boolean }): void
  stop(): void
}

const PROBLEMS: Readonly<Record<string, string>> = {
  'not-allowed': 'The browser doesn’t let this page use the microphone. Allow it in the address bar.',
  'service-not-allowed': 'The browser’s speech recognition is turned off.',
  'audio-capture': 'No microphone was found.',
  'no-speech': 'Nothing was heard.',
  network: 'The browser’s speech recognition can’t be reached. Are you online?',
  'language-not-supported': 'The browser doesn’t understand this language.',
}

/** Words as they are said; each call has all of them since it began. */
export function useSpeechInput(onWords: (words: string) => void): SpeechInput {
  const [isListening, setListening] = useState(false)
  const [problem, setProblem] = useState<string>()
  const recognition = useRef<Recognition>(undefined)
  const heard = useRef(onWords)
  useEffect(() => {
    heard.current = onWords
  }, [onWords])
  useEffect(() => () => recognition.current?.abort(), [])
  return {
    isListening,
    problem,
    start({ language, onDevice }) {
      const listening = new (recognitionKind()!)()
      listening.lang = language
      listening.continuous = true
      listening.interimResults = true
      if (onDevice) listening.processLocally = true
      listening.onresult = ({ results }) =>
        heard.current(Array.from(results, (result) => result[0].transcript.trim()).join(' '))
      listening.onerror = ({ error }) => {
        if (error !== 'aborted') setProblem(PROBLEMS[error] ?? `Listening failed: ${error}.`)
      }
      listening.onend = () => setListening(false)
      recognition.current = listening
      setProblem(undefined)
      setListening(true)
      listening.start()
    },
    stop: () => recognition.current?.stop(),
  }
}
