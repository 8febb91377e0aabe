import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Database } from '../../platform/database/database.ts'

/** An answer as it went out, so that a repeated request gets the same bytes. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface IdempotentRequest {
  readonly key: string
  readonly endpoint: AnyEndpoint
  readonly request: { readonly url: string; readonly body: unknown }
}

export interface IdempotentAnswers {
  once(request: IdempotentRequest, run: () => Promise<StoredAnswer> | StoredAnswer): Promise<StoredAnswer>
}

/**
 * `Idempotency-Key`: a client that never saw the answer asks again and nothing happens twice. The answer is stored only
 * once it exists, so a crash in between leaves the effect to the feature's own rules.
 */
export function createIdempotentAnswers({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): IdempotentAnswers {
  const running = new Map<string, { hash: string; answer: Promise<StoredAnswer> }>()

  const find = (id: string, hash: string): StoredAnswer | undefined => {
    const row = database
      .prepare('SELECT request_hash, status, headers, body FROM idempotent_answers WHERE id = ?')
      .get(id)
    if (!row) return undefined
    assertSameRequest(String(row['request_hash']), hash)
    return replayed(row)
  }

  const remember = (id: string, hash: string, answer: StoredAnswer): Promise<void> =>
    database.write(() => {
      const oldest = new Date(now().getTime() - limits.idempotency_hours.value * 3_600_000).toISOString()
      database.prepare('DELETE FROM idempotent_answers WHERE created_at < ?').run(oldest)
      database
        .prepare(
          'INSERT OR REPLACE INTO idempotent_answers (id, request_hash, status, headers, body, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(id, hash, answer.status, JSON.stringify(answer.headers), answer.text, now().toISOString())
    })

  return {
    async once({ key, endpoint, request }, run) {
      if (key.length === 0 || key.length > 200)
        throw new AppError('invalid_request', 'Idempotency-Key must have 1 to 200 characters.')
      const id = sha256(`${endpoint.method} ${endpoint.path}\n${key}`)
      const hash = sha256(JSON.stringify([request.url, request.body ?? null]))
      const current = running.get(id)
      if (current) {
        assertSameRequest(current.hash, hash)
        return current.answer
      }
      const stored = find(id, hash)
      if (stored) return stored
      const answer = Promise.resolve().then(run)
      running.set(id, { hash, answer })
      try {
        const settled = await answer
        await remember(id, hash, settled)
        return settled
      } finally {
        running.delete(id)
      }
    },
  }
}

function replayed(row: Readonly<Record<string, unknown>>): StoredAnswer {
  const headers = JSON.parse(String(row['headers'])) as Record<string, string>
  return {
    status: Number(row['status']),
    headers: { ...headers, 'idempotency-replayed': 'true' },
    text: String(row['body']),
  }
}

function assertSameRequest(known: string, given: string): void {
  if (known === given) return
  throw new AppError('conflict', 'This Idempotency-Key was used for a different request. Use a new one.')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
