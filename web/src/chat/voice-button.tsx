import { Mic } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { useShell } from '../frame/shell.ts'
import { canListen, staysOnDevice, useSpeechInput } from './speech-input.ts'

const AGREED = 'deskhand.speech-leaves-device'

interface VoiceButtonProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/** Press to talk, and once more to end; what was said stands in the field, to be read before it is sent. */
export function VoiceButton({ text, onText }: VoiceButtonProps) {
  const { context } = useShell()
  const before = useRef('')
  const speech = useSpeechInput((words) =>
    onText([before.current, words].filter((part) => part !== '').join(' ')),
  )
  if (!canListen()) return null
  const begin = async () => {
    const language = navigator.language
    const onDevice = await staysOnDevice(language)
    if (!onDevice && !(await agreesToSend(context))) return
    before.current = text.trim()
    speech.start({ language, onDevice })
  }
  return (
    <>
      <IconButton
        label={speech.isListening ? 'Stop listening' : 'Talk'}
        aria-pressed={speech.isListening}
        className={speech.isListening ? 'text-bad' : ''}
        onClick={() => (speech.isListening ? speech.stop() : void begin())}
      >
        <Mic aria-hidden className="size-4" />
      </IconButton>
      <span role="status" className="text-xs text-ink-3">
        {speech.isListening ? 'Listening …' : speech.problem}
      </span>
    </>
  )
}

/** Said once and plainly: this is the one thing here that leaves the machine without a model. */
async function agreesToSend(context: ReturnType<typeof useShell>['context']): Promise<boolean> {
  if (localStorage.getItem(AGREED) === 'yes') return true
  const agrees = await context.ask({
    title: 'Use the browser’s speech recognition?',
    message:
      'Your browser may send what you say to its maker to turn it into text. Deskhand gets only the text.',
    confirmLabel: 'Talk',
    dangerous: false,
  })
  if (agrees) localStorage.setItem(AGREED, 'yes')
  return agrees
}
