import { styleText } from 'node:util'
import { exitCode, type ExitCode } from '../src/cli/exit-codes.ts'
import { AppError } from '../src/contract/errors.ts'
import { version } from '../src/server/version.ts'
import { evaluate, missingFor } from './evaluate.ts'
import { optionsOf, readArguments, type Options } from './options.ts'
import { drawReport, readReport, reported, reportOf, writeReport, type ReportedResult } from './report.ts'
import type { Wish } from './wish.ts'
import { wishes } from './wishes/wishes.ts'

export interface Terminal {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
  readonly signal: AbortSignal
}

const usage = `npm run eval:model -- --provider <name> --model <name> [options]

  --base-url <address>   where the model answers, if not at the provider's usual address
  --key-env <variable>   the environment variable that holds the key
  --only <patterns>      ids such as "invoice*", domains, kinds or languages, with commas between them
  --repeat <n>           run each wish so many times
  --json <file>          write the results there, and go on from what is there already
  --list                 show all wishes`

/** Runs the evaluation as the command line says it, and answers with the exit code. */
export async function main(terminal: Terminal): Promise<ExitCode> {
  const { print, complain, signal } = terminal
  try {
    const { help, list } = readArguments(terminal.args)
    if (help) print(usage)
    else if (list) for (const wish of wishes) print(lineOf(wish))
    else return await run(optionsOf(terminal.args, { wishes, environment: terminal.environment }), terminal)
    return exitCode.ok
  } catch (error) {
    if (signal.aborted) {
      complain('Stopped. With --json the same command goes on from here.')
      return exitCode.interrupted
    }
    if (!(error instanceof AppError)) throw error
    complain(asOptions(error.message))
    return error.code === 'invalid_request' ? exitCode.usage : exitCode.notRunning
  }
}

/** The service speaks of its settings; here they are options. */
function asOptions(sentence: string): string {
  const names = {
    LLM_PROVIDER: '--provider',
    LLM_MODEL: '--model',
    LLM_BASE_URL: '--base-url',
    LLM_API_KEY: '--key-env',
  }
  return Object.entries(names).reduce((text, [setting, option]) => text.replaceAll(setting, option), sentence)
}

async function run(options: Options, { print, complain, signal }: Terminal): Promise<ExitCode> {
  const { model, repeat, json } = options
  const before = json === undefined ? undefined : await readReport(json, model)
  // What the provider failed at is tried again.
  const results: ReportedResult[] = (before?.results ?? []).filter(({ verdict }) => verdict !== 'error')
  const started_at = before?.started_at ?? new Date().toISOString()
  const chosen = options.wishes.filter((wish) => isPossible(wish, complain))
  const done = (id: string) => results.filter((one) => one.id === id).length
  const left = chosen.reduce((sum, { id }) => sum + Math.max(0, repeat - done(id)), 0)
  const all = chosen.length * repeat
  if (left < all) print(`${all - left} of ${all} are in ${json} already.`)
  const shown = () => ({ results: results.filter(({ id }) => chosen.some((wish) => wish.id === id)) })
  try {
    if (left > 0)
      await evaluate({
        wishes: chosen,
        model,
        repeat,
        done,
        signal,
        onReady: (message) => print(`${message} ${left} to go.`),
        async onResult(result) {
          results.push(
            reported(
              result,
              chosen.find(({ id }) => id === result.id)!,
            ),
          )
          print(progressOf(result))
          if (json !== undefined) await writeReport(json, reportOf(model, { version, started_at, results }))
        },
      })
  } finally {
    if (results.length > 0) print(`\n${drawReport(shown(), (style, text) => styleText(style, text))}\n`)
  }
  return shown().results.every(({ verdict }) => verdict === 'passed') ? exitCode.ok : exitCode.failed
}

function progressOf({
  id,
  verdict,
  reason,
  rounds,
  seconds,
}: Pick<ReportedResult, 'id' | 'verdict' | 'reason' | 'rounds' | 'seconds'>): string {
  const sign = { passed: '✓', failed: '✗', error: '?' }[verdict]
  return `${sign} ${id} (${rounds} rounds, ${seconds.toFixed(1)} s)${reason === null ? '' : ` ${reason}`}`
}

function isPossible(wish: Wish, complain: (line: string) => void): boolean {
  const missing = missingFor(wish)
  if (missing !== undefined) complain(`SKIPPED ${wish.id}: this machine has no ${words[missing]}.`)
  return missing === undefined
}

const words = {
  git: 'git',
  mailbox: 'Dovecot (apt-get install dovecot-imapd dovecot-lmtpd)',
  sandbox: 'sandbox',
} as const

function lineOf({ id, domain, kind, language, turns }: Wish): string {
  return `${id.padEnd(26)} ${domain.padEnd(13)} ${kind.padEnd(9)} ${language.padEnd(3)} ${turns.map(({ say }) => say).join(' / ')}`
}
