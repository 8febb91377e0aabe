import type { Database } from '../../platform/database/database.ts'
import type { ModelUsage } from './language-model.ts'

export interface UsedModel {
  readonly provider: string
  readonly model: string
  readonly calls: number
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number | null
  readonly cost_estimated: boolean
}

export interface UsedMonth {
  readonly month: string
  readonly cost_usd: number | null
  readonly models: readonly UsedModel[]
}

/** What the models have used, month by month. */
export class UsageLog {
  readonly #database: Database
  readonly #now: () => Date

  constructor({ database, now }: { database: Database; now: () => Date }) {
    this.#database = database
    this.#now = now
  }

  async add({ provider, model }: { provider: string; model: string }, usage: ModelUsage): Promise<void> {
    const { cost_usd = null, cost_estimated = false } = usage
    const values = [
      usage.input_tokens ?? 0,
      usage.cached_tokens ?? 0,
      usage.output_tokens ?? 0,
      cost_usd ?? 0,
      Number(cost_estimated),
      Number(cost_usd === null),
    ]
    const month = this.#now().toISOString().slice(0, 7)
    await this.#database.write(() =>
      this.#database
        .prepare(
          `INSERT INTO model_usage (month, provider, model, calls, input_tokens, cached_tokens, output_tokens, cost_usd, estimated, unpriced)
           VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET calls = calls + 1, input_tokens = input_tokens + excluded.input_tokens,
             cached_tokens = cached_tokens + excluded.cached_tokens,
             output_tokens = output_tokens + excluded.output_tokens, cost_usd = cost_usd + excluded.cost_usd,
             estimated = MAX(estimated, excluded.estimated), unpriced = unpriced + excluded.unpriced`,
        )
        .run(month, provider, model, ...values),
    )
  }

  /** The newest month first, the model that cost or read most first. */
  read(months: number): UsedMonth[] {
    const rows = this.#database
      .prepare(
        `SELECT * FROM model_usage WHERE month IN (SELECT DISTINCT month FROM model_usage ORDER BY month DESC LIMIT ?)
         ORDER BY month DESC, cost_usd DESC, input_tokens DESC, provider, model`,
      )
      .all(months) as unknown as (Omit<UsedModel, 'cost_estimated'> & {
      readonly month: string
      readonly cost_usd: number
      readonly estimated: number
      readonly unpriced: number
    })[]
    const byMonth = Map.groupBy(rows, ({ month }) => month)
    return [...byMonth].map(([month, used]) => ({
      month,
      cost_usd: used.some(({ unpriced }) => unpriced > 0)
        ? null
        : used.reduce((sum, { cost_usd }) => sum + cost_usd, 0),
      models: used.map(({ month: _month, estimated, unpriced, cost_usd, ...model }) => ({
        ...model,
        cost_usd: unpriced > 0 ? null : cost_usd,
        cost_estimated: estimated === 1,
      })),
    }))
  }
}
