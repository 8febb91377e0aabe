import type { TOptional } from 'typebox'
import { Component } from '../contract/component-schema.ts'
import { closed, identifier, literals } from '../contract/schema.ts'
import type { Loads } from '../contract/component.ts'
import { Type, type TSchema } from '../contract/type.ts'

/** A member that may be left out when it is written, and is always there once it was checked. */
export type Defaulted<Schema extends TSchema> = TOptional<Schema> & { readonly '~filled': true }

export function defaulted<Schema extends TSchema>(schema: Schema): Defaulted<Schema> {
  return Type.Optional(schema) as unknown as Defaulted<Schema>
}

/** A few words on one line: a label, a title, a name. */
export function line(description: string, maxLength = 200) {
  return Type.String({ minLength: 1, maxLength, description })
}

/** A card of the same timer shows the same everywhere. */
export const timerId = Type.Optional(
  identifier('The timer that it shows, as in GET /api/timers; set by the service'),
)

/** Text of any length that one card can bear; it may be empty. */
export function passage(description: string, maxLength = 20_000) {
  return Type.String({ maxLength, description })
}

/** Text that is read as Markdown: a client may load the pictures in it. */
export function markdown(description: string, maxLength = 20_000) {
  return Type.String({ maxLength, loads: 'markdown' satisfies Loads, description })
}

/** The same on one line. */
export function markdownLine(description: string, maxLength: number) {
  return Type.String({ minLength: 1, maxLength, loads: 'markdown' satisfies Loads, description })
}

export function flag(description: string, initially: boolean) {
  return defaulted(Type.Boolean({ default: initially, description }))
}

/** One of several words; the first one when it is left out. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) {
  return defaulted(literals(values, { default: values[0], description }))
}

/** The members of an interface that stand inside another one. */
export function children(description: string, options: { minItems?: number } = {}) {
  return Type.Array(Component, { maxItems: 300, description, ...options })
}

export const title = Type.Optional(line('Title of the card'))

export const Tone = literals(['neutral', 'info', 'success', 'warning', 'danger'], {
  description: 'What it means to the reader: neutral, info, success, warning or danger',
})

export const tone = defaulted({ ...Tone, default: 'neutral' })

export const icon = Type.Optional(line('Name of a Lucide icon, e.g. cloud-sun, or one emoji', 48))

export const gap = choice(['medium', 'none', 'small', 'large'], 'Space between the children')

export const align = choice(['stretch', 'start', 'center', 'end'], 'How children of different size line up')

/** What a cell of a table or a fact of a list can hold. */
export function scalar(description: string) {
  return Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 4_000,
    description,
  })
}

export function textOrNumber(description: string) {
  return Type.Unsafe<string | number>({ type: ['string', 'number'], maxLength: 2_000, description })
}

/** How a number is written. */
export const numberFormat = choice(
  ['number', 'currency', 'percent', 'bytes', 'duration'],
  'How the number is written: percent of 12.5 is 12.5 %, duration is in seconds',
)

export const decimals = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 10,
    description: 'Digits after the decimal point; default: depends on its size',
  }),
)

export const unit = Type.Optional(line('Unit written after the number, e.g. km/h', 24))

export function currencyCode(description: string) {
  return Type.String({ pattern: '^[A-Z]{3}$', description: `${description}, ISO 4217, e.g. EUR` })
}

/** An address to lead a person to, when they press it. Script and data addresses are none. */
export function webAddress(description: string) {
  return Type.String({
    pattern: '^([Hh][Tt][Tt][Pp][Ss]?://|mailto:|tel:)\\S+$',
    maxLength: 2_048,
    leads: true,
    description,
  })
}

/**
 * A picture: on the web, a file that this service serves, or in the address itself. No other path of the service, however
 * it is written: some of them fetch an address that stands in their query.
 */
export function pictureAddress(description: string) {
  return Type.String({
    pattern:
      '^([Hh][Tt][Tt][Pp][Ss]?://\\S+|/(uploads|assets)(/[\\w-][\\w.-]*)+|' +
      'data:image/(png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]+)$',
    maxLength: 700_000,
    loads: 'picture' satisfies Loads,
    description,
  })
}

export function day(description: string) {
  return Type.String({ format: 'date', description: `${description}, e.g. 2026-03-02` })
}

/** A day, or a time of a day; without a zone it is the local time of the reader. */
export function dayOrMoment(description: string) {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$',
    description: `${description}, e.g. 2026-03-02 or 2026-03-02T09:30:00Z`,
  })
}

export function timeZone(description: string) {
  return Type.String({
    pattern: '^[A-Za-z0-9_+/-]+$',
    maxLength: 64,
    description: `${description}, IANA name, e.g. Europe/Oslo`,
  })
}

export const color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'Color as #rrggbb',
})

/** Where facts come from, to be shown with them. */
export const source = Type.Optional(
  closed(
    {
      name: line('Name of the provider'),
      url: webAddress('Page to link to'),
      attribution: Type.Optional(line('Text to show with it', 500)),
    },
    { description: 'Where it comes from' },
  ),
)
