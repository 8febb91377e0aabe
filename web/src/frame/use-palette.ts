import { useEffect, useMemo, useState } from 'react'
import { askEntry, beginning, matching, ownEntries, type PaletteEntry } from './palette-entries.ts'
import { recentEntries } from './palette-recent.ts'
import type * as PaletteService from './palette-service.ts'
import { useShell, type Shell } from './shell.ts'

/** Short enough to seem at once, long enough not to ask for every letter of a word. */
const UNDERSTAND_AFTER_MS = 30
const FILES_AFTER_MS = 300
const MIN_FILE_LETTERS = 3
/** The service understands no longer ones. */
const MAX_MESSAGE = 300
const NONE: readonly PaletteEntry[] = []

/** What the words find, and last of all who can be asked: nothing that is typed leads nowhere. */
export function useEntries(query: string): { shown: readonly PaletteEntry[]; isWhole: boolean } {
  const shell = useShell()
  const { known, isWhole } = useKnown(shell)
  const { understood, files } = useTyped(shell, query.trim())
  const shown = useMemo(() => {
    const message = query.trim()
    if (message === '') return beginning(known, recentEntries(known, shell))
    const found = matching(known, message)
    const isAnswer = understood?.group === 'Answer'
    return [
      ...(understood && isAnswer ? [understood] : []),
      ...found,
      ...(understood && !isAnswer ? [understood] : []),
      ...files,
      askEntry(shell, message),
    ]
  }, [shell, known, query, understood, files])
  return { shown, isWhole }
}

/** What is there by itself, and what the service has told so far; whole once that was everything. */
function useKnown(shell: Shell): { known: readonly PaletteEntry[]; isWhole: boolean } {
  const [found, setFound] = useState(NONE)
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const gone = new AbortController()
    import('./palette-service.ts')
      .then(({ loadEntries }) => loadEntries(shell, setFound, gone.signal))
      // Without the service there is still what the page itself can do.
      .catch(() => {})
      .finally(() => setWhole(true))
    return () => gone.abort()
  }, [shell])
  const known = useMemo(() => [...ownEntries(shell), ...found], [shell, found])
  return { known, isWhole }
}

interface Typed {
  readonly message: string
  readonly understood?: PaletteEntry | undefined
  readonly files: readonly PaletteEntry[]
}

/** What the service makes of it. What it said of fewer letters no longer counts. */
function useTyped(shell: Shell, message: string): Typed {
  const [typed, setTyped] = useState<Typed>({ message: '', files: NONE })
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const take = (members: Partial<Typed>) =>
      setTyped((before) => ({
        ...(before.message === message ? before : { files: NONE }),
        ...members,
        message,
      }))
    const ask = async <Found>(act: (service: typeof PaletteService) => Promise<Found>) => {
      try {
        return await act(await import('./palette-service.ts'))
      } catch {
        // Asking Deskhand still leads on.
        return undefined
      }
    }
    const understand = async () => {
      const understood = await ask((service) => service.understoodEntry(shell, message, signal))
      if (!signal.aborted) take({ understood })
    }
    const findFiles = async () => {
      const files = await ask((service) => service.fileEntries(shell, message, signal))
      if (!signal.aborted) take({ files: files ?? NONE })
    }
    const isAsked = message !== '' && message.length <= MAX_MESSAGE
    const timers = [
      isAsked ? setTimeout(() => void understand(), UNDERSTAND_AFTER_MS) : undefined,
      isAsked && message.length >= MIN_FILE_LETTERS
        ? setTimeout(() => void findFiles(), FILES_AFTER_MS)
        : undefined,
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
      gone.abort()
    }
  }, [shell, message])
  return typed.message === message ? typed : { message, files: NONE }
}
