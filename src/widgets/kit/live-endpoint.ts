import type { ComponentType } from '../../components/schemas.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { nullable, timestamp } from '../../contract/schema.ts'
import { Type, type Static, type TObject, type TProperties } from '../../contract/type.ts'

/** The endpoint of a widget's data, and what else is to be known of it without loading a provider. */
export interface LiveEndpoint extends AnyEndpoint {
  /** What shows it. */
  readonly component: ComponentType
  /** Under what name a model asks for it, where the endpoint's says too little. */
  readonly kind?: string
  /** Figures only: all else is text, which anybody may have written. */
  readonly isFigures?: true
  /** Whom it asks, by their names in `UPSTREAM_<NAME>`. */
  readonly providers: readonly string[]
}

export function defineLiveEndpoint<const E extends LiveEndpoint>(endpoint: E): E {
  return endpoint
}

export const upstreamErrors = ['upstream_failed', 'upstream_timeout'] as const
export const lookupErrors = ['not_found', ...upstreamErrors] as const

export const DataSource = Type.Object(
  {
    name: Type.String({ description: 'Name of the provider' }),
    url: Type.String({ description: 'Page to link to' }),
    attribution: Type.String({ description: 'Text to show with the data' }),
  },
  { $id: 'DataSource', description: 'Where the data comes from' },
)

/** An answer with live data: its own members, and what all of them share. */
export function liveData<Properties extends TProperties>(properties: Properties, description: string) {
  return Type.Object(
    {
      ...properties,
      source: DataSource,
      fetched_at: timestamp('When the provider returned this data'),
      stale: Type.Boolean({
        description: "The provider can't be reached right now; this is its last good answer",
      }),
      age_s: Type.Optional(Type.Integer({ minimum: 0, description: 'Seconds since fetched_at, if stale' })),
    },
    { description },
  )
}

/** What a provider's answer says, before the hub adds when it was had. */
export type Reading<Answer extends TObject> = Omit<Static<Answer>, 'fetched_at' | 'stale' | 'age_s'>

/** The end of an example. */
export const fresh = { fetched_at: '2026-03-02T09:30:00Z', stale: false }

export const optionalText = (description: string) => nullable(Type.String(), { description })
export const optionalNumber = (description: string) => nullable(Type.Number(), { description })
export const optionalTime = (description: string) => nullable(timestamp(description), { description })
