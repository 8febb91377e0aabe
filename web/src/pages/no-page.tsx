import { PageLink } from '../frame/page-link.tsx'
import { pageList } from '../frame/rail.tsx'
import { Page } from './page.tsx'

/** What a person sees at an address that is that of no page: a mistyped one, or one that is gone. */
export function NoPage({ item: address }: { item: string | undefined }) {
  return (
    <Page
      title="Page not found"
      about={
        <>
          “<bdi>{address}</bdi>” doesn't exist. Go to the{' '}
          <PageLink page="chat" className="text-accent underline">
            start page
          </PageLink>{' '}
          or one of these.
        </>
      }
    >
      <ul aria-label="All pages" className="grid gap-2 rail:grid-cols-2 wide:grid-cols-3">
        {pageList.map(({ page, label, Icon }) => (
          <li key={page}>
            <PageLink
              page={page}
              className="card flex items-center gap-3 px-4 py-3 font-medium transition-colors hover:bg-surface-2"
            >
              <Icon aria-hidden className="size-4.5 shrink-0 text-ink-3" />
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </Page>
  )
}
