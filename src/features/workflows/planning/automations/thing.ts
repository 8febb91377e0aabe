import type { AnyTool } from '../../../../contract/tool.ts'
import type { TriggerType } from '../../triggers/schemas.ts'
import type { EarlierStep } from '../link-results.ts'

/** What "it" is: the event that started the run, or the item of a list. */
export interface Thing {
  readonly type: TriggerType
  /** What steps call it, without the dollar sign. */
  readonly name: string
  /** Of a file whose kind is known: its ending, e.g. pdf. */
  readonly ending?: string | undefined
}

/** A text of a thing that can be named in a sentence. */
interface Field {
  readonly words: RegExp
  readonly member: string
  /** There may be none: then it counts as the text "null". */
  readonly mayLack?: true
}

const field = (member: string, words: string, { mayLack = false } = {}): Field => ({
  member,
  words: new RegExp(`^(?:${words})$`, 'i'),
  ...(mayLack && { mayLack }),
})

const FIELDS: Partial<Record<TriggerType, readonly Field[]>> = {
  file: [field('name', '(?:file ?)?name|filename|title'), field('folder', 'folder|directory|place')],
  mail: [
    field('subject', 'subject(?: line)?|title|topic'),
    field('from', 'sender|from|from address|address'),
    field('text', 'text|body|contents?|message'),
  ],
  calendar: [
    field('title', 'title|name|subject|topic'),
    field('location', 'location|place|room|address', { mayLack: true }),
    field('start', 'start(?: time)?|time'),
  ],
  feed: [
    field('title', 'title|headline|name|subject'),
    field('summary', 'summary|text|contents?|description', { mayLack: true }),
    field('link', 'link|url|address'),
  ],
  notification: [
    field('title', 'title|name'),
    field('message', 'message|text|contents?|body'),
    field('level', 'level'),
  ],
  workflow: [field('name', 'name|title'), field('status', 'status|result|outcome')],
}

/** Where a thing that is not a file says something: "it mentions invoices". */
const SAYING: Partial<Record<TriggerType, readonly string[]>> = {
  mail: ['subject', 'text'],
  calendar: ['title'],
  feed: ['title', 'summary'],
  notification: ['title', 'message'],
}

const NOUNS: Partial<Record<TriggerType, string>> = {
  file: 'file|document|pdf|csv|picture|photo|image|video|song|spreadsheet|presentation|archive|zip(?: file)?|screenshot|download|scan',
  mail: 'e-?mail|mail|message',
  calendar: 'meeting|appointment|event|call',
  feed: 'entry|item|article|post|story|link|episode',
  notification: 'notification|alert|warning|error',
  workflow: 'workflow|automation|run',
}

/** The member of a thing that words name: the "subject" of a mail. */
export function memberNamed({ type }: Thing, words: string): string | undefined {
  return FIELDS[type]?.find((one) => one.words.test(words.trim()))?.member
}

/** As it is written in arguments. */
export function argumentOf({ name }: Thing, member: string): string {
  return `$${name}.${member}`
}

/** As it is written in a condition. */
export function expressionOf(thing: Thing, member: string): string {
  const mayLack = FIELDS[thing.type]?.find((one) => one.member === member)?.mayLack
  const reference = argumentOf(thing, member)
  return mayLack ? `text(${reference})` : reference
}

/** The members in which "it says" looks; none of a file, which has to be read. */
export function sayingMembers({ type }: Thing): readonly string[] {
  return SAYING[type] ?? []
}

/** Its words in the plural are no part of it: they mean others. */
export function nounsOf({ type }: Thing): string | undefined {
  return NOUNS[type]
}

/** What a thing is called by: the name of a file, the subject of a mail. */
const CALLED: Partial<Record<TriggerType, string>> = {
  file: 'name',
  mail: 'subject',
  calendar: 'title',
  feed: 'title',
  notification: 'title',
  workflow: 'name',
}

export function calledBy(thing: Thing): string | undefined {
  const member = CALLED[thing.type]
  return member === undefined ? undefined : argumentOf(thing, member)
}

/** Members that a tool may take without being told which. */
const TAKEN: Partial<Record<TriggerType, readonly string[]>> = {
  file: ['path'],
  mail: ['text'],
  feed: ['summary'],
  notification: ['message'],
}

/** The thing as something that came before, so that "it" leads to it as it leads to the result of a step. */
export function asEarlierStep({ type, name }: Thing): EarlierStep {
  const properties = Object.fromEntries((TAKEN[type] ?? []).map((member) => [member, { type: 'string' }]))
  const tool = { action: 'EVENT', title: 'Event', params: {}, data: { type: 'object', properties } }
  return { id: name, tool: tool as unknown as AnyTool }
}
