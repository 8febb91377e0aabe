import { Box, Building2, MapPin, User } from 'lucide-react'
import { Card } from '../view-kit/card.tsx'
import { formatScalar } from '../../contract/text/numbers.ts'
import { Attribution } from '../view-kit/live/live-card.tsx'
import { Markdown, TextLink } from '../view-kit/text/markdown.tsx'
import { Picture } from '../view-kit/picture.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'

const KINDS = { person: User, organization: Building2, place: MapPin, thing: Box }

export function ProfileView({
  name,
  kind = 'person',
  description,
  summary,
  image_url,
  facts = [],
  sections = [],
  links = [],
  source,
}: ViewProps<'profile'>) {
  const Icon = KINDS[kind]
  return (
    <Card
      icon={<Icon aria-hidden className="size-4" />}
      title={name}
      subtitle={description}
      footer={source && <Attribution source={source} />}
    >
      <div className="flex flex-col gap-4">
        <div className="flex gap-4">
          {image_url !== undefined && (
            <div className="w-28 shrink-0">
              <Picture url={image_url} alt={name} className="w-full rounded-lg object-cover" />
            </div>
          )}
          {summary !== undefined && (
            <div className="min-w-0 flex-1">
              <Markdown text={summary} />
            </div>
          )}
        </div>
        {facts.length > 0 && <Facts facts={facts} />}
        {sections.map(({ title, text }, index) => (
          <details key={index} className="border-t border-line pt-2">
            <summary className="min-h-8 cursor-pointer font-medium">{title}</summary>
            <Markdown text={text} />
          </details>
        ))}
        {links.length > 0 && (
          <ul className="prose flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {links.map(({ label, url }) => (
              <li key={url} className="list-none">
                <TextLink href={url}>{label}</TextLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Facts({ facts }: { facts: NonNullable<ViewProps<'profile'>['facts']> }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
      {facts.map(({ label, value }, index) => (
        <div key={index} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-3">{label}</dt>
          <dd dir="auto" className="wrap-anywhere">
            {formatScalar(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
