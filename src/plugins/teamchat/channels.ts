import { AppError } from '../../contract/errors.ts'
import { textOf, type Fields } from '../../platform/upstream/fields.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import { listPages } from './list-pages.ts'
import { Memory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { isRefusal } from './slack-refusal.ts'

export interface Channel {
  readonly id: string
  /** Null when it was given by its id, which nobody needed to look up. */
  readonly name: string | null
}

/** The channels of the workspace, found by id or by name. */
export class Channels {
  readonly #byName = new Memory<Channel>()

  async find(given: string, client: SlackClient): Promise<Channel> {
    const wanted = given.trim()
    // `<#C012345678|general>` is how a message mentions one.
    const id = /^<#([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(wanted)?.[1] ?? wanted
    if (/^[CGD][A-Z0-9]{6,}$/.test(id)) return { id, name: null }
    const name = wanted.replace(/^#/, '').toLowerCase()
    if (name === '' || /[\s<>]/.test(name)) {
      throw new AppError('invalid_request', `"${given.slice(0, 100)}" is not a channel. Give its name or id.`)
    }
    return this.#byName.get(keyOf(name, client), client.now) ?? this.#look(name, client)
  }

  async #look(name: string, client: SlackClient): Promise<Channel> {
    const both = await this.#lookIn('public_channel,private_channel', { name, client }).catch(
      (error: unknown) => {
        if (isRefusal(error, 'missing_scope')) return undefined
        throw error
      },
    )
    // A bot that may not see private channels can still find the others.
    const { found, seen } = both ?? (await this.#lookIn('public_channel', { name, client }))
    if (found) return found
    const near = nearestName(name, seen)
    const help =
      near === undefined ? 'a private channel only shows up after /invite' : `did you mean "${near}"?`
    const scope = both ? '' : " The app also lacks the scope groups:read, so it can't see private channels."
    const sentence = `The bot can't see a Slack channel "${name}": ${help}`
    throw new AppError('not_found', `${sentence}${near === undefined ? '.' : ''}${scope}`)
  }

  /** Goes on until the name turns up, and remembers all the names on the way. */
  async #lookIn(
    types: string,
    { name, client }: { name: string; client: SlackClient },
  ): Promise<{ found: Channel | undefined; seen: string[] }> {
    const seen: string[] = []
    const list = {
      method: 'conversations.list',
      member: 'channels',
      types,
      exclude_archived: true,
      limit: 200,
    }
    for await (const page of listPages(client, list)) {
      for (const fields of page) {
        const channel = channelOf(fields)
        if (!channel) continue
        for (const known of namesOf(fields)) this.#byName.set(keyOf(known, client), channel, client.now)
        seen.push(channel.name)
      }
      const found = this.#byName.get(keyOf(name, client), client.now)
      if (found) return { found, seen }
    }
    return { found: undefined, seen }
  }
}

function channelOf(fields: Fields): { id: string; name: string } | undefined {
  const id = textOf(fields['id'])
  const name = textOf(fields['name'])
  return id === null || name === null || fields['is_archived'] === true ? undefined : { id, name }
}

function namesOf(fields: Fields): string[] {
  const names = [textOf(fields['name']), textOf(fields['name_normalized'])]
  return names.filter((name) => name !== null).map((name) => name.toLowerCase())
}

function keyOf(name: string, client: SlackClient): string {
  return `${client.account} ${name}`
}

/** How a channel is called in a sentence. */
export function calling(given: string): string {
  return `the channel "${given.trim().slice(0, 100)}"`
}
