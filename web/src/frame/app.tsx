import { Suspense, useEffect, useEffectEvent, useRef, useSyncExternalStore, type ComponentType } from 'react'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import { DrawBoundary } from '../../../src/components/view-kit/draw-boundary.tsx'
import { OptionalPart, Unopened } from '../../../src/components/view-kit/optional-part.tsx'
import { lazyPart, UnloadedError } from '../../../src/components/view-kit/lazy-part.ts'
import { reasonOf, ServiceContext } from '../../../src/components/view-kit/service.ts'
import { Skeleton } from '../../../src/components/view-kit/states.tsx'
import { ViewContextValue } from '../../../src/components/view-kit/view-context.ts'
import { ChatPage } from '../chat/chat-page.tsx'
import { Palette } from './palette.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { Rail } from './rail.tsx'
import type { Place } from './router.ts'
import { ShellContext, useShared, useShell, type Shell } from './shell.ts'
import { useShortcuts } from './shortcuts.ts'
import { TokenGate } from './token-gate.tsx'

const LAYERS = {
  tray: lazyPart(async () => (await import('./tray.tsx')).Tray),
  // With the page: whoever opens it types on at once, and no letter may go elsewhere while its code is fetched.
  palette: Palette,
  shortcuts: lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
}

const ToastStack = lazyPart<object>(async () => (await import('./notices/toast-stack.tsx')).ToastStack)
const OfferBar = lazyPart<object>(async () => (await import('./notices/offer-bar.tsx')).OfferBar)

interface PageProps {
  readonly item: string | undefined
}

const pages: Readonly<Record<Place['page'], ComponentType<PageProps>>> = {
  chat: ChatPage,
  home: lazyPart<PageProps>(async () => (await import('../pages/home-page.tsx')).HomePage),
  flows: lazyPart(async () => (await import('../pages/flows-page.tsx')).FlowsPage),
  tools: lazyPart(async () => (await import('../pages/tools-page.tsx')).ToolsPage),
  desk: lazyPart(async () => (await import('../pages/desk-page.tsx')).DeskPage),
  settings: lazyPart(async () => (await import('../pages/settings-page.tsx')).SettingsPage),
  nowhere: lazyPart<PageProps>(async () => (await import('../pages/no-page.tsx')).NoPage),
}

export function App({ shell }: { shell: Shell }) {
  return (
    <ShellContext value={shell}>
      <ServiceContext value={shell.service}>
        <ViewContextValue value={shell.context}>
          <Page />
        </ViewContextValue>
      </ServiceContext>
    </ShellContext>
  )
}

function Page() {
  const shell = useShell()
  const { page, item } = useSyncExternalStore(shell.router.subscribe, shell.router.place)
  const needsToken = useSyncExternalStore(shell.access.subscribe, shell.access.isNeeded)
  useShortcuts(shell)
  if (needsToken) return <TokenGate access={shell.access} />
  const Shown = pages[page]
  return (
    <div className="relative flex h-dvh flex-col-reverse overflow-clip rail:flex-row">
      <a
        href="#main"
        className="absolute start-2 top-2 z-40 rounded-lg bg-surface-1 px-4 py-2 text-accent shadow-high not-focus:sr-only"
      >
        Skip to content
      </a>
      <Rail current={page} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <Offer />
        <main id="main" tabIndex={-1} className="relative flex min-h-0 flex-1 flex-col outline-none">
          <DrawBoundary
            key={page}
            of={item}
            onFailure={(error) => shell.context.telemetry.failed(`page:${page}`, error)}
            instead={(error, again) => <Undrawn error={error} onAgain={again} />}
          >
            <Suspense
              fallback={
                <div className="p-8">
                  <Skeleton height={240} />
                </div>
              }
            >
              <Shown item={item} />
            </Suspense>
          </DrawBoundary>
        </main>
      </div>
      <Layers />
      <Toasts />
      <LiveRegion />
    </div>
  )
}

function Toasts() {
  const { toasts } = useShell()
  const isEmpty = useShared(toasts).length === 0
  return (
    <OptionalPart name="toasts" of={isEmpty}>
      {!isEmpty && <ToastStack />}
    </OptionalPart>
  )
}

function Offer() {
  const { offersNotices } = useShell()
  const isOffered = useShared(offersNotices)
  return (
    <OptionalPart name="offer" of={isOffered}>
      {isOffered && <OfferBar />}
    </OptionalPart>
  )
}

/** By then what could not be fetched may be asked for again. */
const RELOAD_AFTER_MS = 1_000

function Undrawn({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { events } = useShell()
  const isAway = useSyncExternalStore(events.onConnection, events.connection) === 'lost'
  const wasAway = useRef(isAway)
  const retry = useEffectEvent(onAgain)
  useEffect(() => {
    if (isAway) wasAway.current = true
    if (isAway || !wasAway.current) return undefined
    const timer = setTimeout(retry, RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isAway])
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-8">
      {isAway && error instanceof UnloadedError ? (
        <p className="text-ink-2">
          Deskhand isn't running, and this page hasn't been opened before. It opens as soon as Deskhand is
          back.
        </p>
      ) : (
        <p className="text-bad">Couldn't show this page: {reasonOf(error)}</p>
      )}
      <Button onClick={onAgain}>Try again</Button>
    </div>
  )
}

function Layers() {
  const { layer } = useShell()
  const name = useShared(layer)
  const close = () => layer.set(undefined)
  const Shown = name && LAYERS[name]
  return (
    <>
      <OptionalPart
        name={`layer:${name}`}
        of={name}
        instead={(reason) => name !== undefined && <Unopened reason={reason} onClose={close} />}
      >
        {Shown && <Shown onClose={close} />}
      </OptionalPart>
      <QuestionDialog />
    </>
  )
}

function LiveRegion() {
  return (
    <div role="log" aria-label="Announcements" aria-live="polite" className="sr-only">
      {useShared(useShell().announcements).map(({ number, sentence }) => (
        <p key={number}>{sentence}</p>
      ))}
    </div>
  )
}

/** A thin bar while the service cannot be reached; the page stays readable below it. */
function ConnectionBar() {
  const { events } = useShell()
  const connection = useSyncExternalStore(events.onConnection, events.connection)
  return (
    <div role="status">
      {connection === 'lost' && (
        <p className="bg-warn-soft px-4 py-1.5 text-center text-sm text-warn">
          Can't reach Deskhand. Your changes are kept here and sent when it's back.
        </p>
      )}
    </div>
  )
}
