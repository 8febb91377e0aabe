import { Type, type TProperties } from '../../contract/type.ts'
import { nullable, timestamp } from '../../contract/schema.ts'

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

export const optionalText = (description: string) => nullable(Type.String(), { description })
export const optionalNumber = (description: string) => nullable(Type.Number(), { description })
export const optionalTime = (description: string) => nullable(timestamp(description), { description })
