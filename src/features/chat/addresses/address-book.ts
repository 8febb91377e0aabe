import type { Component } from '../../../contract/component-schema.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isMembers } from '../components/json-schema.ts'
import { addressesSaid, type KnownAddresses } from './judge-address.ts'

/**
 * The addresses that a conversation knows other than from a model: those that the person said or chose to load, and those
 * in the quick answers, which come from the service's own providers. What a page, a mail or a file holds is not among
 * them: whoever wrote it could plant one address for every letter.
 */
export function knownAddresses(database: Database, session_id: string): KnownAddresses {
  let found: Set<string> | undefined
  return { has: (href) => (found ??= collect(database, session_id)).has(href) }
}

export function keepLoaded(database: Database, session_id: string, addresses: readonly string[]): void {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO loaded_addresses (session_id, address) VALUES (?, ?)',
  )
  for (const address of addresses) {
    const href = URL.parse(address)?.href
    if (href !== undefined) insert.run(session_id, href)
  }
}

function collect(database: Database, session_id: string): Set<string> {
  const rows = database
    .prepare(
      `SELECT messages.role, messages.text, messages.components FROM messages
       JOIN runs ON runs.number = messages.run JOIN chats ON chats.number = messages.chat
       WHERE chats.id = ? AND runs.provenance = 'local-client' AND runs.written_by IS NULL
         AND (messages.role = 'user' OR runs.answered_by = 'fast_path')`,
    )
    .all(session_id)
  const loaded = database
    .prepare('SELECT address FROM loaded_addresses WHERE session_id = ?')
    .all(session_id)
    .map(({ address }) => String(address))
  const known = new Set(loaded)
  for (const { role, text, components } of rows)
    for (const href of role === 'user'
      ? addressesSaid(String(text))
      : addressesIn(JSON.parse(String(components)) as Component[]))
      known.add(href)
  return known
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const href = /^https?:\/\//i.test(value) ? URL.parse(value)?.href : undefined
    return href === undefined ? [] : [href]
  }
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  return isMembers(value) ? Object.values(value).flatMap(addressesIn) : []
}
