import { readFile } from 'node:fs/promises'
import { AppError } from '../src/contract/errors.ts'
import { drawTable } from '../src/cli/terminal/table.ts'
import { writeFileAtomic } from '../src/platform/files/atomic-file.ts'
import type { WishResult } from './run-wish.ts'
import type { TriedModel } from './template.ts'
import type { Wish } from './wish.ts'

const FORMAT = 'deskhand-eval-1'

/** The file that `--json` writes; also what the evaluation goes on from. */
export interface Report {
  readonly format: typeof FORMAT
  readonly version: string
  readonly provider: string
  readonly model: string
  readonly base_url: string | null
  readonly started_at: string
  readonly results: readonly ReportedResult[]
  readonly totals: Totals
}

export interface ReportedResult extends WishResult {
  readonly domain: string
  readonly kind: string
  readonly language: string
}

export interface Totals {
  readonly wishes: number
  readonly runs: number
  readonly passed: number
  readonly failed: number
  readonly errors: number
  readonly rounds: number
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  readonly cost_usd: number | null
  readonly questions: number
  readonly seconds: number
}

export function reportOf(
  { provider, model, baseUrl }: TriedModel,
  about: {
    readonly version: string
    readonly started_at: string
    readonly results: readonly ReportedResult[]
  },
): Report {
  const { version, started_at, results } = about
  const base_url = baseUrl ?? null
  return {
    format: FORMAT,
    version,
    provider,
    model,
    base_url,
    started_at,
    results,
    totals: totalsOf(results),
  }
}

export function reported(result: WishResult, { domain, kind, language }: Wish): ReportedResult {
  return { ...result, domain, kind, language }
}

/** What an earlier run has brought; nothing when there is no such file. */
export async function readReport(path: string, { provider, model }: TriedModel): Promise<Report | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new AppError('invalid_request', `${path} cannot be read: ${error.message}.`)
  })
  if (text === undefined) return undefined
  const report = parsed(text)
  if (report?.format !== FORMAT)
    throw new AppError('invalid_request', `${path} is no report of an evaluation. Name another file.`)
  if (report.provider !== provider || report.model !== model)
    throw new AppError(
      'invalid_request',
      `${path} is about ${report.model} of ${report.provider}. Name another file, or delete this one.`,
    )
  return report
}

export async function writeReport(path: string, report: Report): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(report, null, 2)}\n`)
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}

export function totalsOf(results: readonly ReportedResult[]): Totals {
  const sum = (value: (one: ReportedResult) => number) =>
    results.reduce((total, one) => total + value(one), 0)
  const count = (verdict: ReportedResult['verdict']) =>
    results.filter((one) => one.verdict === verdict).length
  return {
    wishes: new Set(results.map(({ id }) => id)).size,
    runs: results.length,
    passed: count('passed'),
    failed: count('failed'),
    errors: count('error'),
    rounds: sum(({ rounds }) => rounds),
    input_tokens: sum((one) => one.input_tokens),
    cached_tokens: sum((one) => one.cached_tokens),
    output_tokens: sum((one) => one.output_tokens),
    cost_usd: results.some(({ cost_usd }) => cost_usd === null) ? null : sum(({ cost_usd }) => cost_usd ?? 0),
    questions: sum(({ questions }) => questions),
    seconds: Math.round(sum(({ seconds }) => seconds) * 10) / 10,
  }
}

type Style = Parameters<typeof drawTable>[0]['style']

/** One line for each wish, one for all of them, and below why some were not fulfilled. */
export function drawReport({ results }: Pick<Report, 'results'>, style: Style): string {
  const byWish = [...Map.groupBy(results, ({ id }) => id)].map(([id, runs]) => ({ id, runs }))
  const table = drawTable({
    header: ['wish', 'fulfilled', 'rounds', 'tokens in', 'cached', 'out', 'price', 'questions', 'seconds'],
    rows: [...byWish.map(({ id, runs }) => rowOf(id, runs)), rowOf('all', results)],
    alignEnd: new Set([2, 3, 4, 5, 6, 7, 8]),
    style,
  })
  const reasons = results
    .filter(({ verdict }) => verdict !== 'passed')
    .map(({ id, reason, verdict }) => `${id}: ${verdict === 'error' ? 'the provider failed. ' : ''}${reason}`)
  const kinds = [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, runs]) => `${kind} ${share(runs)}`)
  const lines = [table, '', `By kind: ${kinds.join(', ')}`]
  return [...lines, ...(reasons.length > 0 ? ['', ...new Set(reasons)] : [])].join('\n')
}

function rowOf(name: string, runs: readonly ReportedResult[]): string[] {
  const { rounds, input_tokens, cached_tokens, output_tokens, cost_usd, questions, seconds } = totalsOf(runs)
  const numbers = [rounds, input_tokens, cached_tokens, output_tokens]
  const fulfilled = runs.length === 1 ? words[runs[0]!.verdict] : share(runs)
  return [name, fulfilled, ...numbers.map(String), priceOf(cost_usd), String(questions), seconds.toFixed(1)]
}

const words: Readonly<Record<ReportedResult['verdict'], string>> = { passed: 'yes', failed: 'no', error: '?' }

function share(runs: readonly ReportedResult[]): string {
  return `${runs.filter(({ verdict }) => verdict === 'passed').length}/${runs.length}`
}

function priceOf(cost: number | null): string {
  return cost === null ? '?' : `$${cost.toFixed(4)}`
}
