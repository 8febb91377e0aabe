import { Type, type Static, type TObject } from '../../../contract/type.ts'
import { closed, identifier, literals } from '../../../contract/schema.ts'

const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: 2_000, description: `An expression; ${description}` })

const seconds = (description: string, { least = 0, most = 86_400 } = {}) =>
  Type.Number({ minimum: least, maximum: most, description })

/** Members of every trigger. */
const common = {
  id: Type.String({
    pattern: '^[A-Za-z_][A-Za-z0-9_-]{0,63}$',
    description: 'Unique within the automation',
  }),
  enabled: Type.Optional(Type.Boolean({ description: 'false switches it off; true by default' })),
  when: Type.Optional(expression('an event for which it is false starts nothing. $event is the event')),
  debounce_s: Type.Optional(
    seconds('Wait until nothing has happened for so long, then run once with the last event', {
      most: 3_600,
    }),
  ),
  batch_s: Type.Optional(
    seconds('Collect what happens in so long, then run once; $events is the list', { most: 86_400 }),
  ),
  catch_up: Type.Optional(
    literals(['all', 'latest', 'skip'], {
      description: 'Which of the events missed while the service was off start a run; all by default',
    }),
  ),
  max_age_s: Type.Optional(seconds('Events older than this start nothing', { least: 1, most: 31_536_000 })),
}

const folderPath = Type.String({
  minLength: 1,
  maxLength: 4_096,
  description: 'A folder or a file; ~ is the home folder',
})

const every = (least: number) => Type.Optional(seconds('How often to look', { least, most: 86_400 }))

/** What may start an automation. Each member of this table is one type of trigger. */
export const triggerTypes = {
  file: {
    path: folderPath,
    recursive: Type.Optional(Type.Boolean({ description: 'Watch folders inside it too; false by default' })),
    events: Type.Optional(
      Type.Array(literals(['created', 'changed', 'removed']), {
        minItems: 1,
        uniqueItems: true,
        description: 'created and changed by default',
      }),
    ),
    settle_s: Type.Optional(
      seconds('A file counts once it has not changed for so long; 2 by default', { most: 3_600 }),
    ),
  },
  mail: {
    folder: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'INBOX by default' })),
  },
  calendar: {
    before_s: Type.Optional(
      seconds('How long before an appointment starts; 600 by default', { most: 2_592_000 }),
    ),
  },
  feed: {
    url: Type.String({ format: 'uri', maxLength: 2_000, description: 'Address of an RSS or Atom feed' }),
    every_s: every(60),
  },
  webhook: {
    hmac: Type.Optional(
      closed(
        {
          secret: Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Name of the stored secret that signs requests',
          }),
          header: Type.Optional(
            Type.String({
              pattern: '^[A-Za-z0-9-]{1,100}$',
              description: 'Header with the signature; x-signature by default',
            }),
          ),
        },
        { description: 'Refuse requests that are not signed: HMAC-SHA256 over the raw body, as hex' },
      ),
    ),
  },
  store: {
    key: Type.String({ minLength: 1, maxLength: 512, description: 'Key in the store, e.g. todo' }),
  },
  metric: {
    when: expression('starts a run when it becomes true. $event has cpu, memory, disk and battery'),
    for_s: Type.Optional(seconds('It must have been true for so long')),
    clear: Type.Optional(
      expression('must become true before it can start another run; the opposite of when by default'),
    ),
    every_s: every(5),
  },
  notification: {},
  workflow: {
    automation: Type.Optional(identifier('Only runs of this automation; all workflows by default')),
    status: Type.Optional(
      Type.Array(literals(['completed', 'failed', 'waiting']), {
        minItems: 1,
        uniqueItems: true,
        description: 'How it ended, or that it waits for a person; failed by default',
      }),
    ),
  },
  chat: {
    phrases: Type.Array(Type.String({ minLength: 2, maxLength: 200 }), {
      minItems: 1,
      maxItems: 20,
      description: 'What somebody says in the chat to start it',
    }),
  },
  schedule: {
    cron: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Cron expression, e.g. 0 9 * * 1-5' }),
    ),
    every: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        minLength: 2,
        maxLength: 50,
        minimum: 1,
        description: 'A fixed interval with its unit, e.g. 15m; a bare number is seconds',
      }),
    ),
    timezone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "IANA time zone; the machine's by default" }),
    ),
  },
} as const

/** For people who choose one. */
const whatStarts = {
  file: 'A file was created, changed or removed',
  mail: 'An email came in',
  calendar: 'An appointment is about to start',
  feed: 'A feed has a new entry',
  webhook: 'Somebody calls a secret address',
  store: 'A stored value changed',
  metric: 'A reading of this machine becomes too high or too low',
  notification: 'A notification was raised',
  workflow: 'A workflow ended, or waits for you',
  chat: 'You say a phrase in the chat',
  schedule: 'The clock says so',
} as const satisfies Record<keyof typeof triggerTypes, string>

export type TriggerType = keyof typeof triggerTypes
export const triggerTypeNames = Object.keys(triggerTypes) as TriggerType[]

type TriggerOf<Type extends TriggerType> = { readonly type: Type } & Static<
  ReturnType<typeof closed<typeof common>>
> &
  Static<ReturnType<typeof closed<(typeof triggerTypes)[Type]>>>

/** A trigger as a client sends it. */
export type Trigger<Type extends TriggerType = TriggerType> = { [Each in Type]: TriggerOf<Each> }[Type]

export const triggerVariants = Object.fromEntries<TObject>(
  triggerTypeNames.map((type) => [
    type,
    closed({ type: Type.Literal(type), ...common, ...triggerTypes[type] }, { description: whatStarts[type] }),
  ]),
) as Readonly<Record<TriggerType, TObject>>

export const Trigger = Type.Unsafe<Trigger>({
  ...Type.Union(Object.values(triggerVariants)),
  $id: 'Trigger',
  description: 'What starts an automation',
})
