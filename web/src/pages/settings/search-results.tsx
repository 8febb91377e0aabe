import { countOf } from '../../../../src/contract/text/counts.ts'
import { Empty } from '../../../../src/components/view-kit/states.tsx'
import { PageLink } from '../../frame/page-link.tsx'
import { hasWords, screens, slugOfGroup } from './screens.ts'
import { Rows } from './setting-group.tsx'
import { useSettings, type Setting } from './settings-data.ts'

interface SearchResultsProps {
  readonly query: string
  readonly onGone: () => void
}

/** The screens and settings that have all of the words; settings can be changed where they are found. */
export function SearchResults({ query, onGone }: SearchResultsProps) {
  const { settings } = useSettings()
  const found = settings.filter((setting) => hasWords(textOf(setting), query))
  const groups = Object.entries(Object.groupBy(found, ({ group }) => group))
  const pages = screens.filter(({ title, about, words }) => hasWords(`${title} ${about} ${words}`, query))
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <h2 className="text-lg font-semibold wrap-anywhere">Results for “{query.trim()}”</h2>
      <p role="status" className="sr-only">
        {countOf(found.length, 'setting')} found.
      </p>
      {found.length === 0 && pages.length === 0 && <Empty>No matches.</Empty>}
      {pages.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pages.map(({ slug, title, Icon }) => (
            <li key={slug}>
              <PageLink
                page="settings"
                item={slug}
                className="flex min-h-9 items-center gap-2 rounded-lg border border-line bg-surface-1 px-3 text-sm text-accent hover:bg-surface-2"
                onGone={onGone}
              >
                <Icon aria-hidden className="size-4" /> {title}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {groups.map(([group, list = []]) => (
        <section key={group} aria-label={group} className="card px-4 py-2">
          <div className="flex flex-wrap items-baseline justify-between gap-2 py-2">
            <h3 className="font-semibold">{group}</h3>
            <PageLink
              page="settings"
              item={slugOfGroup(group)}
              className="text-sm text-accent"
              aria-label={`Show all settings of ${group}`}
              onGone={onGone}
            >
              Show all
            </PageLink>
          </div>
          <Rows settings={list} />
        </section>
      ))}
    </div>
  )
}

function textOf({ name, label, description, group }: Setting): string {
  return `${name} ${label} ${description} ${group}`
}
