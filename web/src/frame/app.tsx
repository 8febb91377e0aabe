import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react'
import { DrawBoundary } from '../../../src/components/view-kit/draw-boundary.tsx'
import { reasonOf, ServiceContext } from '../../../src/components/view-kit/service.ts'
import { Skeleton } from '../../../src/components/view-kit/states.tsx'
import { SurroundingsContext, type ShellPage } from '../../../src/components/view-kit/surroundings.ts'
import { ChatPage } from '../chat/chat-page.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { Rail } from './rail.tsx'
import { ShellContext, useShared, useShell, type Shell } from './shell.ts'
import { useShortcuts } from './shortcuts.ts'
import { TokenGate } from './token-gate.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))
const Tray = lazy(async () => ({ default: (await import('./tray.tsx')).Tray }))

interface PageProps {
  readonly item: string | undefined
}

const pages: Readonly<Record<ShellPage, ComponentType<PageProps>>> = {
  chat: ChatPage,
  home: lazy(async () => ({ default: (await import('../pages/home-page.tsx')).HomePage })),
  flows: lazy(async () => ({ default: (await import('../pages/flows-page.tsx')).FlowsPage })),
  tools: lazy(async () => ({ default: (await import('../pages/tools-page.tsx')).ToolsPage })),
  desk: lazy(async () => ({ default: (await import('../pages/desk-page.tsx')).DeskPage })),
  settings: lazy(async () => ({ default: (await import('../pages/settings-page.tsx')).SettingsPage })),
}

export function App({ shell }: { shell: Shell }) {
  return (
    <ShellContext value={shell}>
      <ServiceContext value={shell.service}>
        <SurroundingsContext value={shell.surroundings}>
          <Page />
        </SurroundingsContext>
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
    <div className="flex h-dvh flex-col-reverse rail:flex-row">
      <a href="#main" className="sr-only focus:not-sr-only">
        Skip to the content
      </a>
      <Rail current={page} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBar />
        <main id="main" tabIndex={-1} className="relative flex min-h-0 flex-1 flex-col outline-none">
          <DrawBoundary
            key={page}
            onFailure={(error) => shell.surroundings.telemetry.failed(`page:${page}`, error)}
            instead={(error) => (
              <p className="p-8 text-bad">This page could not be drawn: {reasonOf(error)}</p>
            )}
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
      <LiveRegion />
    </div>
  )
}

function Layers() {
  const shell = useShell()
  const layer = useShared(shell.layer)
  const close = () => shell.layer.set(undefined)
  return (
    <Suspense>
      {layer === 'tray' && <Tray onClose={close} />}
      {layer === 'palette' && <Palette onClose={close} />}
      {layer === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      <QuestionDialog />
    </Suspense>
  )
}

function LiveRegion() {
  return (
    <div aria-live="polite" className="sr-only">
      {useShared(useShell().announcement)}
    </div>
  )
}
