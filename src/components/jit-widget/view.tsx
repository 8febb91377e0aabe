import { AppWindow } from 'lucide-react'
import { use, useEffect, useRef, useState, type RefObject } from 'react'
import { Card, FrameContext } from '../view-kit/card.tsx'
import { useService, type Service } from '../view-kit/service.ts'
import { useViewContext, type ViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { isWanted, membersOf } from './topics.ts'

type Props = ViewProps<'jit_widget'>

/**
 * A page that a model wrote, in a frame without network and without an origin of its own. The frame comes empty and the
 * widget is poured in, so that it works behind a token, too; all it hears after that are messages.
 */
export function JitWidgetView(props: Props) {
  const { title, height = 320, alt } = props
  const place = useRef<HTMLIFrameElement>(null)
  const poured = JSON.stringify([props.html, props.css, props.script, props.topics])
  const [needed, setNeeded] = useState<Needed>()
  useWidget(place, {
    ...props,
    poured,
    // A widget of half the height of its frame would shrink it again and again: it may only grow back.
    onSize: (asked) =>
      setNeeded((now) => ({ poured, height: Math.max(asked, now?.poured === poured ? now.height : 0) })),
  })
  const shown = needed?.poured === poured ? Math.min(height, needed.height) : height
  return (
    <Card icon={<AppWindow aria-hidden className="size-4" />} title={title}>
      <iframe
        // Another content is another widget, in a new frame.
        key={poured}
        ref={place}
        src="/widget-frame"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        title={alt ?? title}
        className="block w-full rounded-lg border-0"
        style={{ height: shown }}
      />
    </Card>
  )
}

/** How much room a content has asked for. */
interface Needed {
  readonly poured: string
  readonly height: number
}

const MIN_HEIGHT = 40

interface Wiring {
  readonly poured: string
  readonly onSize: (height: number) => void
}

function useWidget(
  place: RefObject<HTMLIFrameElement | null>,
  { id, html, css, script, data, topics, poured, onSize }: Props & Wiring,
): void {
  const service = useService()
  const context = useViewContext()
  const inAnswer = use(FrameContext)?.runId !== undefined
  const given = useRef({ html, css, script, data, topics })
  given.current = { html, css, script, data, topics }
  const tellSize = useRef(onSize)
  tellSize.current = onSize
  useEffect(() => {
    const frame = place.current
    if (!frame) return undefined
    const tell = (message: object) => frame.contentWindow?.postMessage(message, '*')
    const ends: (() => void)[] = []
    const onMessage = ({ source, data: said }: MessageEvent) => {
      // Of all that it may say, only that it is there and how much room it needs counts.
      if (source !== frame.contentWindow) return
      const { type, height } = (said ?? {}) as { type?: unknown; height?: unknown }
      if (type === 'size' && typeof height === 'number' && height >= MIN_HEIGHT) tellSize.current(height)
      if (type !== 'ready' || ends.length > 0) return
      const { topics: wanted = [], ...content } = given.current
      tell({ type: 'widget', ...content, data: content.data ?? null, theme: themeOf(frame) })
      ends.push(...follow({ id, topics: wanted, tell, context }))
      if (inAnswer) void tellNewest(service, id, { told: content.data, tell })
    }
    window.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      for (const end of ends) end()
    }
  }, [place, service, context, inAnswer, id, poured])
}

type Tell = (message: object) => void

interface Following {
  readonly id: string
  readonly topics: readonly string[]
  readonly tell: Tell
  readonly context: ViewContext
}

function follow({ id, topics, tell, context: { events } }: Following): (() => void)[] {
  return [
    events.on('component.patch', (event) => {
      const given = event.patch.findLast(({ path }) => path === '/data')
      if (event.id === id && given) tell({ type: 'data', data: given.value ?? null })
    }),
    events.onAny((event) => {
      if (isWanted(event.type, topics)) tell({ type: event.type, data: membersOf(event) })
    }),
  ]
}

/** An answer from yesterday holds the data of then; what the widget was given since is asked for. */
async function tellNewest(
  service: Service,
  id: string,
  { told, tell }: { told: unknown; tell: Tell },
): Promise<void> {
  const newest = await service.call('GET /widget/:id/data', { params: { id } }).catch(() => undefined)
  if (newest && JSON.stringify(newest.data) !== JSON.stringify(told ?? null))
    tell({ type: 'data', data: newest.data })
}

function themeOf(element: Element): string {
  return getComputedStyle(element).colorScheme
}
