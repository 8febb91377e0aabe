import { Braces, CircleHelp, Copy, Ellipsis, FileText, RotateCw, Square, Volume2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { copyText } from '../../../src/components/view-kit/card.tsx'
import { IconButton } from '../../../src/components/view-kit/controls/controls.tsx'
import { Menu, type MenuItem } from '../../../src/components/view-kit/controls/menu.tsx'
import { useViewContext, type ViewContext } from '../../../src/components/view-kit/view-context.ts'
import type { Answer } from './answer.ts'
import { componentsOf } from './conversation.ts'
import { canReadAloud, readAloud, reading, readsRemotely, stopReading } from './read-aloud.ts'

interface AnswerActionsProps {
  readonly answer: Answer
  readonly isLast: boolean
  readonly explained: boolean
  readonly onExplain: () => void
  readonly onRetry: (() => void) | undefined
}

/** Seen once the pointer or the focus is at the answer; a finger has neither. */
const QUIET =
  'flex items-center opacity-0 transition-opacity group-focus-within/answer:opacity-100 group-hover/answer:opacity-100 ' +
  'pointer-coarse:opacity-100'

/** What can be done with an answer. That of the last one which is wanted most is always seen. */
export function AnswerActions({ answer, isLast, explained, onExplain, onRetry }: AnswerActionsProps) {
  const context = useViewContext()
  const { announce, textOf } = context
  const components = componentsOf(answer)
  const spoken = useReadAloud(answer, context)
  return (
    <footer className="-mt-1 -ml-2 flex items-center">
      <span className={isLast ? 'flex items-center' : QUIET}>
        {components.length > 0 && (
          <IconButton
            label="Copy answer"
            onClick={() => void copyText(textOf(components, 'plain'), announce)}
          >
            <Copy aria-hidden className="size-4" />
          </IconButton>
        )}
        {isLast && onRetry && (
          <IconButton label="Ask again" onClick={onRetry}>
            <RotateCw aria-hidden className="size-4" />
          </IconButton>
        )}
      </span>
      <span className={QUIET}>
        <IconButton label="Why this answer?" aria-expanded={explained} onClick={onExplain}>
          <CircleHelp aria-hidden className="size-4" />
        </IconButton>
        {components.length > 0 && (
          <Menu
            label="More"
            icon={<Ellipsis aria-hidden className="size-4" />}
            items={[
              ...spoken,
              {
                label: 'Copy as Markdown',
                icon: <FileText aria-hidden className="size-4" />,
                onSelect: () => void copyText(textOf(components, 'markdown'), announce),
              },
              {
                label: 'Copy as JSON',
                icon: <Braces aria-hidden className="size-4" />,
                onSelect: () => void copyText(JSON.stringify(components, null, 2), announce),
              },
            ]}
          />
        )}
      </span>
    </footer>
  )
}

/** Read by the browser, which says so before where its voices are on a server. */
function useReadAloud(answer: Answer, { ask, textOf }: ViewContext): MenuItem[] {
  const name = answer.runId ?? ''
  const isRead = useSyncExternalStore(reading.subscribe, reading.get) === name
  if (!canReadAloud()) return []
  const begin = async () => {
    const text = await textOf(componentsOf(answer), 'plain')
    if (!readsRemotely() || (await ask(REMOTE))) readAloud(name, text)
  }
  return [
    isRead
      ? {
          label: 'Stop reading',
          icon: <Square aria-hidden className="size-4" />,
          onSelect: stopReading,
        }
      : {
          label: 'Read aloud',
          icon: <Volume2 aria-hidden className="size-4" />,
          onSelect: () => void begin(),
        },
  ]
}

const REMOTE = {
  title: 'Read with a voice on a server?',
  message: 'Your browser has no voice on this device. It sends the answer to its maker to be read aloud.',
  confirmLabel: 'Read aloud',
  dangerous: false,
}
