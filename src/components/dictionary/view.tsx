import { BookA, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { AskField } from '../view-kit/controls/ask-field.tsx'
import { IconButton } from '../view-kit/controls/controls.tsx'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import type { AnswerOf } from '../view-kit/service.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { Heading } from '../view-kit/heading.tsx'

type Meaning = AnswerOf<'GET /api/widget/word'>['meanings'][number]

const DAY = 86_400_000

export function DictionaryView({ word: asked }: ViewProps<'dictionary'>) {
  const [word, setWord] = useState(asked)
  const live = useLiveData('GET /api/widget/word', { query: { word } }, { everyMs: DAY })
  return (
    <LiveCard
      live={live}
      icon={<BookA aria-hidden className="size-4" />}
      title={live.data?.word ?? word}
      subtitle={({ phonetic }) => phonetic}
      height={180}
      below={
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <AskField label="Another word" maxLength={100} onAsk={setWord} />
          </div>
          {live.data && <Say word={live.data.word} language={live.data.language} />}
        </div>
      }
    >
      {(found) => (
        <div className="fading max-h-96 overflow-y-auto" tabIndex={0} role="group" aria-label="Meanings">
          {found.meanings.map((meaning, index) => (
            <MeaningPart key={index} meaning={meaning} onWord={setWord} />
          ))}
        </div>
      )}
    </LiveCard>
  )
}

function MeaningPart({ meaning, onWord }: { meaning: Meaning; onWord: (word: string) => void }) {
  const { part_of_speech, definitions, synonyms, antonyms } = meaning
  return (
    <section className="mb-3 last:mb-0">
      <Heading className="text-sm text-ink-3 italic">{part_of_speech}</Heading>
      <ol className="list-decimal ps-5 marker:text-ink-3">
        {definitions.map(({ definition, example }, index) => (
          <li key={index} className="mt-1 ps-1">
            {definition}
            {example !== null && <p className="text-sm text-ink-3">“{example}”</p>}
          </li>
        ))}
      </ol>
      <Words label="Synonyms" words={synonyms} onWord={onWord} />
      <Words label="Antonyms" words={antonyms} onWord={onWord} />
    </section>
  )
}

interface WordsProps {
  readonly label: string
  readonly words: readonly string[]
  readonly onWord: (word: string) => void
}

function Words({ label, words, onWord }: WordsProps) {
  if (words.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-1.5 text-sm">
      <span className="text-xs text-ink-3">{label}</span>
      {words.slice(0, 12).map((word) => (
        <button
          key={word}
          type="button"
          className="min-h-7 rounded-full bg-surface-2 px-2.5 text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-10"
          onClick={() => onWord(word)}
        >
          {word}
        </button>
      ))}
    </p>
  )
}

/** The browser's own voice: a recording is at another host, which would learn what is looked up. */
function Say({ word, language }: { word: string; language: string }) {
  if (!('speechSynthesis' in window)) return null
  const say = () => {
    const spoken = new SpeechSynthesisUtterance(word)
    spoken.lang = language
    speechSynthesis.cancel()
    speechSynthesis.speak(spoken)
  }
  return (
    <IconButton label={`Say ${word}`} onClick={say}>
      <Volume2 aria-hidden className="size-4" />
    </IconButton>
  )
}
