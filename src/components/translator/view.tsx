import { ArrowLeftRight, Languages } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { IconButton, SelectField, TextArea } from '../view-kit/controls/controls.tsx'
import { Attribution } from '../view-kit/live/live-card.tsx'
import { ServiceError, useService, type AnswerOf } from '../view-kit/service.ts'
import { Failure, Skeleton } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { languageName, LANGUAGES } from './languages.ts'

type Translation = AnswerOf<'POST /api/widget/translate'>

const WAIT_MS = 500
const FOUND_OUT = ''

export function TranslatorView(props: ViewProps<'translator'>) {
  const [text, setText] = useState(props.text ?? '')
  const [source, setSource] = useState(props.source ?? FOUND_OUT)
  const [target, setTarget] = useState(props.target)
  const { data, error, busy, retry } = useTranslation({ text, source, target })
  const swap = () => {
    if (!data) return
    setText(data.translated_text)
    setSource(data.target_language)
    setTarget(data.source_language)
  }
  const found = data?.detected ? `Detected: ${languageName(data.source_language)}` : 'Detect language'
  return (
    <Card
      icon={<Languages aria-hidden className="size-4" />}
      title="Translator"
      state={
        data?.stale || (data && error) ? (
          <span className="text-warn" title={error?.message}>
            stale
          </span>
        ) : busy ? (
          'translating'
        ) : undefined
      }
      footer={data && <Attribution source={data.source} />}
      onRefresh={text.trim() === '' ? undefined : retry}
    >
      <div className="mb-3 grid grid-cols-[1fr_auto_1fr] items-end gap-2">
        <LanguageField label="From" value={source} onChange={setSource} other={found} />
        <IconButton label="Swap the languages" className="mb-0.5" disabled={!data} onClick={swap}>
          <ArrowLeftRight aria-hidden className="size-4" />
        </IconButton>
        <LanguageField label="Into" value={target} onChange={setTarget} />
      </div>
      <div className="grid gap-3 @md:grid-cols-2">
        <TextArea
          label="Text to translate"
          hideLabel
          placeholder="Enter text to translate"
          dir="auto"
          className="min-h-24"
          maxLength={50_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Outcome {...{ text, data, error, retry }} />
      </div>
    </Card>
  )
}

interface OutcomeProps {
  readonly text: string
  readonly data: Translation | undefined
  readonly error: ServiceError | undefined
  readonly retry: () => void
}

function Outcome({ text, data, error, retry }: OutcomeProps) {
  if (text.trim() === '')
    return <p className="py-1.5 text-sm text-ink-3">The translation appears as you type.</p>
  if (!data && error) return <Failure error={error} onRetry={retry} />
  if (!data) return <Skeleton height={88} label="Translating" />
  return (
    <div className="flex min-h-24 items-start gap-1 rounded-lg bg-surface-2 py-1.5 ps-3 pe-1">
      <output
        dir="auto"
        lang={data.target_language}
        aria-label="Translation"
        className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap"
      >
        {data.translated_text}
      </output>
      <CopyButton text={data.translated_text} label="Copy the translation" />
    </div>
  )
}

interface LanguageFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  /** What the empty choice says, where there is one. */
  readonly other?: string
}

function LanguageField({ label, value, onChange, other }: LanguageFieldProps) {
  const codes = LANGUAGES.includes(value) || value === FOUND_OUT ? LANGUAGES : [value, ...LANGUAGES]
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {other !== undefined && <option value={FOUND_OUT}>{other}</option>}
      {codes.map((code) => (
        <option key={code} value={code}>
          {languageName(code)}
        </option>
      ))}
    </SelectField>
  )
}

interface Asked {
  readonly text: string
  readonly source: string
  readonly target: string
}

/** Asks once the typing rests; what was asked before is then not waited for any more. */
function useTranslation({ text, source, target }: Asked) {
  const service = useService()
  const [state, setState] = useState<{ data?: Translation; error?: ServiceError; busy: boolean }>({
    busy: false,
  })
  const [round, setRound] = useState(0)
  const first = useRef(true)
  // What the translation that is shown is one of.
  const shown = useRef('')
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === '') return setState({ busy: false })
    const gone = new AbortController()
    const ask = async () => {
      setState((before) => ({ ...(before.data && { data: before.data }), busy: true }))
      const body = { text: wanted, target, ...(source !== FOUND_OUT && { source }) }
      const asked = JSON.stringify(body)
      try {
        const data = await service.call('POST /api/widget/translate', { body, signal: gone.signal })
        if (gone.signal.aborted) return
        shown.current = asked
        setState({ data, busy: false })
      } catch (error) {
        if (gone.signal.aborted || !(error instanceof ServiceError)) return
        // The translation of the same text stays; that of another one would be wrong below this one.
        setState(({ data }) => ({
          ...(data && shown.current === asked && { data }),
          error,
          busy: false,
        }))
      }
    }
    const timer = setTimeout(() => void ask(), first.current ? 0 : WAIT_MS)
    first.current = false
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [service, text, source, target, round])
  return {
    data: state.data,
    error: state.error,
    busy: state.busy,
    retry: () => setRound((count) => count + 1),
  }
}
