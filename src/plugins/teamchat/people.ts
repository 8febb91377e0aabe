import { AppError } from '../../contract/errors.ts'
import { fieldsOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import { listPages } from './list-pages.ts'
import { Memory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'

export interface Person {
  readonly id: string
  /** Null when it was given by its id, which nobody needed to look up. */
  readonly name: string | null
}

interface Member {
  readonly id: string
  readonly name: string
  readonly handle: string
  /** All that people call this one, in lower case. */
  readonly names: readonly string[]
}

const AT_ONCE = 4

/** The members of the workspace, found by id, by e-mail address or by name. */
export class People {
  readonly #names = new Memory<string>()
  readonly #members = new Memory<readonly Member[]>()

  async find(given: string, client: SlackClient): Promise<Person> {
    const wanted = given.trim()
    // `<@U012345678>` is how a message mentions somebody.
    const id = /^<@([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(wanted)?.[1] ?? wanted
    if (/^[UW][A-Z0-9]{6,}$/.test(id)) return { id, name: null }
    if (/^[^\s@]+@[^\s@]+$/.test(wanted)) return this.#byAddress(wanted, client)
    const name = wanted.replace(/^@/, '').toLowerCase()
    if (name === '')
      throw new AppError('invalid_request', 'user is empty. Give a name, an email address or an id.')
    return this.#byName(name, client)
  }

  /** What the people with these ids are called. Whom Slack does not tell keeps the id. */
  async namesOf(ids: ReadonlySet<string>, client: SlackClient): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>()
    const unknown: string[] = []
    for (const id of ids) {
      const name = this.#names.get(keyOf(id, client), client.now)
      if (name === undefined) unknown.push(id)
      else names.set(id, name)
    }
    const work = async () => {
      for (let id = unknown.pop(); id !== undefined; id = unknown.pop()) {
        try {
          const { user } = await client.ask('users.info', { user: id })
          names.set(id, this.#remember(fieldsOf(user), client).name)
        } catch (error) {
          if (!(error instanceof AppError) || error.code === 'cancelled') throw error
          // The messages matter more than the names: without permission, or at the limit, no more are asked for.
          if (error.code !== 'not_found') unknown.length = 0
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return names
  }

  async #byAddress(email: string, client: SlackClient): Promise<Person> {
    const { user } = await client.ask('users.lookupByEmail', { email }, `"${email}"`)
    const { id, name } = this.#remember(fieldsOf(user), client)
    return { id, name }
  }

  async #byName(name: string, client: SlackClient): Promise<Person> {
    const members = this.#members.get(client.account, client.now) ?? (await this.#list(client))
    const found = members.filter(({ names }) => names.includes(name))
    if (found.length === 1) return { id: found[0]!.id, name: found[0]!.name }
    if (found.length > 1) {
      const which = found.slice(0, 10).map((member) => `${member.name} (@${member.handle}, ${member.id})`)
      const sentence = `${found.length} people are called "${name}": ${which.join(', ')}. Give the id.`
      throw new AppError('conflict', sentence)
    }
    const near = nearOf(name, members)
    const help = near === undefined ? 'check the name, or give the email address.' : `did you mean "${near}"?`
    throw new AppError('not_found', `No one called "${name}" in Slack: ${help}`)
  }

  async #list(client: SlackClient): Promise<readonly Member[]> {
    const members: Member[] = []
    for await (const page of listPages(client, { method: 'users.list', member: 'members', limit: 200 })) {
      const active = page.filter(({ deleted, is_bot: isBot }) => deleted !== true && isBot !== true)
      members.push(...active.map((fields) => this.#remember(fields, client)))
    }
    this.#members.set(client.account, members, client.now)
    return members
  }

  #remember(fields: Fields, client: SlackClient): Member {
    const member = memberOf(fields)
    this.#names.set(keyOf(member.id, client), member.name, client.now)
    return member
  }
}

function memberOf(fields: Fields): Member {
  const id = textOf(fields['id'])
  if (id === null) throw new AppError('upstream_failed', 'Slack returned a user without an id.')
  const profile = fieldsOf(fields['profile'])
  const handle = textOf(fields['name']) ?? id
  const real = textOf(profile['real_name']) ?? textOf(fields['real_name'])
  const shown = textOf(profile['display_name'])
  const names = [handle, real, shown].filter((name) => name !== null).map((name) => name.toLowerCase())
  return { id, name: shown ?? real ?? handle, handle, names }
}

/** Somebody whose name begins with the given one, or is spelled nearly like it. */
function nearOf(name: string, members: readonly Member[]): string | undefined {
  const begins = members.find(({ names }) => names.some((known) => known.startsWith(`${name} `)))
  if (begins) return begins.names.find((known) => known.startsWith(`${name} `))
  return nearestName(
    name,
    members.flatMap(({ names }) => names),
  )
}

function keyOf(id: string, client: SlackClient): string {
  return `${client.account} ${id}`
}
