import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { TextField } from '../../../src/components/view-kit/controls/controls.tsx'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { Failure, Skeleton } from '../../../src/components/view-kit/states.tsx'
import { isFocusLost } from '../frame/focus-keeper.ts'
import { PageLink } from '../frame/page-link.tsx'
import { useShell } from '../frame/shell.ts'
import { Page } from './page.tsx'
import { goalOf, screens, type Screen, type ScreenSlug } from './settings/screens.ts'
import { SearchResults } from './settings/search-results.tsx'
import { SettingGroup } from './settings/setting-group.tsx'
import { SettingsContext } from './settings/settings-data.ts'
import { SideNavigation } from './settings/side-navigation.tsx'
import { Unsaved } from './settings/unsaved.tsx'
import { useAnswer } from './use-answer.ts'

/** What a screen has besides its groups of settings; it decides where those stand. */
const bodies: Readonly<Partial<Record<ScreenSlug, ComponentType>>> = {
  general: lazyPart(async () => (await import('./settings/screens/general.tsx')).General),
  models: lazyPart(async () => (await import('./settings/screens/models.tsx')).Models),
  connectors: lazyPart(async () => (await import('./settings/screens/connectors.tsx')).Connectors),
  notifications: lazyPart(async () => (await import('./settings/screens/notifications.tsx')).Notifications),
  safety: lazyPart(async () => (await import('./settings/screens/safety.tsx')).Safety),
  tokens: lazyPart(async () => (await import('./settings/screens/tokens.tsx')).Tokens),
  files: lazyPart(async () => (await import('./settings/screens/files.tsx')).Files),
  plugins: lazyPart(async () => (await import('./settings/screens/plugins.tsx')).Plugins),
  skills: lazyPart(async () => (await import('./settings/screens/skills.tsx')).Skills),
  mcp: lazyPart(async () => (await import('./settings/screens/mcp-servers.tsx')).McpServers),
  'live-data': lazyPart(async () => (await import('./settings/screens/live-data.tsx')).LiveData),
  data: lazyPart(async () => (await import('./settings/screens/data.tsx')).Data),
}

export function SettingsPage({ item }: { item: string | undefined }) {
  const described = useAnswer('GET /api/settings/schema', {}, ['settings.changed'])
  const values = useAnswer('GET /api/settings', {}, ['settings.changed'])
  const [query, setQuery] = useState('')
  const settings = described.data?.settings ?? []
  const goal = goalOf(item, settings)
  const screen = screens.find(({ slug }) => slug === goal?.slug)
  const refresh = () => {
    described.refresh()
    values.refresh()
  }
  const data = values.data &&
    described.data && { settings, values: values.data, aimedAt: goal?.setting, refresh }
  const isSearching = query.trim() !== ''
  const isList = item === undefined && !isSearching
  const error = described.error ?? values.error
  const clear = () => setQuery('')
  return (
    <Page title="Settings" tab={screen && item !== undefined ? `${screen.title} settings` : 'Settings'}>
      <SearchField query={query} onChange={setQuery} />
      <Unsaved settings={settings} onShow={clear} />
      <div className="grid items-start gap-6 rail:grid-cols-[12rem_minmax(0,1fr)] wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-8">
        <SideNavigation
          current={isSearching ? undefined : screen?.slug}
          isHiddenOnPhone={!isList}
          onGone={clear}
        />
        <div className={`min-w-0 ${isList ? 'max-rail:hidden' : ''}`}>
          {error && <Failure error={error} onRetry={refresh} />}
          {!error && !data && <Skeleton height={400} />}
          {data && (
            <SettingsContext value={data}>
              {isSearching ? (
                <SearchResults query={query} onGone={clear} />
              ) : (
                <Shown screen={screen} item={item} />
              )}
            </SettingsContext>
          )}
        </div>
      </div>
    </Page>
  )
}

function Shown({ screen, item }: { screen: Screen | undefined; item: string | undefined }) {
  if (!screen) return <Unknown item={item} />
  // From the list to the same screen, the heading takes the focus again.
  return <ScreenView key={`${screen.slug} ${item === undefined}`} screen={screen} />
}

function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  return (
    <div className="max-w-md">
      <TextField
        label="Search settings"
        hideLabel
        type="search"
        placeholder="Search settings"
        value={query}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function ScreenView({ screen }: { screen: Screen }) {
  const Body = bodies[screen.slug as ScreenSlug]
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PageLink
        page="settings"
        className="flex min-h-9 items-center gap-2 self-start text-sm text-accent rail:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" /> All settings
      </PageLink>
      <ScreenHeading screen={screen} />
      <Suspense fallback={<Skeleton height={300} />}>
        {Body ? <Body /> : screen.groups.map((group) => <SettingGroup key={group} group={group} />)}
      </Suspense>
    </div>
  )
}

/** Who came by a link that is gone now, as on a telephone, reads on from here. */
function ScreenHeading({ screen }: { screen: Screen }) {
  const { router } = useShell()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (router.hasMoved() && isFocusLost()) heading.current?.focus()
  }, [router])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="rounded-md text-lg font-semibold">
        {screen.title}
      </h2>
      <p className="text-sm text-ink-3">{screen.about}</p>
    </div>
  )
}

function Unknown({ item }: { item: string | undefined }) {
  return (
    <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-sm wrap-anywhere text-warn">
      No setting “{item}”. Choose from the list, or search.
    </p>
  )
}
