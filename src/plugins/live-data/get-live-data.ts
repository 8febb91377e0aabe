import { AppError } from '../../contract/errors.ts'
import { dictionary, literals, loose } from '../../contract/schema.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type, type TObject, type TSchema } from '../../contract/type.ts'
import { asSentence, checkFor, nearestName } from '../../platform/validation/validation.ts'

/** One kind of data that the service can ask for. */
export interface LiveKind {
  readonly kind: string
  readonly arguments: TObject
  /** Figures only: nothing in them that somebody could have written for a model. */
  readonly isFigures: boolean
  ask(args: Readonly<Record<string, unknown>>, caller: { readonly signal: AbortSignal }): Promise<object>
  /** What it says, in a sentence. */
  summary(data: object): string
}

/** More of a row of figures than anybody reads. */
const MAX_POINTS = 40

export function createGetLiveData(kinds: readonly LiveKind[]): AnyTool {
  const byName = new Map(kinds.map((one) => [one.kind, one]))
  return defineTool({
    action: 'GET_LIVE_DATA',
    title: 'Get live data',
    description:
      'Weather, prices, exchange rates, news, encyclopedia, dictionary, translation, feeds, scores, recipes and astronomy, as data to compare or calculate with. To only show one of them, answer with its component.',
    params: Type.Object({
      kind: literals([...byName.keys()], { description: 'What to get' }),
      arguments: Type.Optional(
        dictionary(Type.Unknown(), {
          description: `By kind: ${kinds.map(signature).join('; ')}`,
        }),
      ),
    }),
    data: loose({
      kind: Type.String({ description: 'Kind of data' }),
      summary: Type.String({ description: 'The key information in a sentence' }),
    }),
    risk: 'read',
    // Where it cannot be told, the safe guess.
    reads: ({ kind }) => (byName.get(kind)?.isFigures === true ? [] : ['untrusted']),
    leaves: ['arguments'],
    idempotent: true,
    timeoutSeconds: 60,
    example: { args: { kind: 'weather', arguments: { city: 'Oslo' } } },
    async run({ kind, arguments: given = {} }, { signal }) {
      const one = byName.get(kind)!
      const args = checked(one, given)
      const data = await one.ask(args, { signal })
      const summary = one.summary(data)
      return { message: summary, data: { kind, summary, ...(thinned(data) as object) } }
    },
  })
}

/** E.g. `stock: symbol, range? (1d, 5d)`. */
function signature({ kind, arguments: schema }: LiveKind): string {
  const { properties } = schema
  const required: readonly string[] = schema.required ?? []
  const parts = Object.entries(properties).map(([name, member]) => {
    const { enum: values } = member as TSchema & { enum?: readonly string[] }
    const choice = values ? ` (${values.join(', ')})` : ''
    return `${name}${required.includes(name) ? '' : '?'}${choice}`
  })
  return `${kind}: ${parts.join(', ') || 'none'}`
}

function checked({ kind, arguments: schema }: LiveKind, given: Readonly<Record<string, unknown>>) {
  const args = structuredClone(given)
  const known = Object.keys(schema.properties)
  const stranger = Object.keys(args).find((name) => !known.includes(name))
  if (stranger !== undefined) {
    const near = nearestName(stranger, known)
    const instead = near ? `did you mean ${near}?` : `it takes ${known.join(', ') || 'none'}.`
    throw new AppError('invalid_request', `${kind} has no argument ${stranger}: ${instead}`)
  }
  const [issue] = checkFor(schema, 'body')(args)
  if (!issue) return args
  const where = issue.path.slice(1) || 'arguments'
  throw new AppError(
    'invalid_request',
    asSentence(`Invalid arguments for ${kind}: ${where} ${issue.message}`),
  )
}

/** Long rows are thinned evenly, with their first and last point: a model reads the shape, not every figure. */
function thinned(value: unknown): unknown {
  if (Array.isArray(value)) {
    const step = (value.length - 1) / (MAX_POINTS - 1)
    const some =
      value.length <= MAX_POINTS
        ? value
        : Array.from({ length: MAX_POINTS }, (_, index) => value[Math.round(index * step)] as unknown)
    return some.map(thinned)
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, thinned(member)]))
}
