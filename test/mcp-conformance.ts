import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The revision whose scenarios are required, as it was released. */
export const REVISION = '2026-07-28'

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  readonly errorMessage?: string
  readonly description: string
}

const suite = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js')

/** Runs one scenario of the official suite; empty when it passed, else what went wrong in the words of the suite. */
export async function runScenario(words: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-conformance-'))
  try {
    const { text, code } = await output([...words, '--output-dir', folder])
    const names = await readdir(folder, { recursive: true })
    const found = names.filter((name) => name.endsWith('checks.json'))
    const checks = await Promise.all(found.map((name) => readFile(join(folder, name), 'utf8')))
    const failures = checks.flatMap((one) => failuresIn(JSON.parse(one) as Check[]))
    return code === 0 && checks.length > 0 && failures.length === 0 ? [] : [...failures, saidBy(text)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The scenarios that a revision requires and scores. */
export async function requiredScenarios(role: 'client' | 'server'): Promise<string[]> {
  const { text } = await output(['list', `--${role}`, '--requirements', REVISION])
  const scored = text.slice(text.indexOf(`${role === 'client' ? 'Client' : 'Server'} scenarios`), text.indexOf('Run and reported'))
  const [own = ''] = scored.split(/\n\n/)
  return [...own.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name!)
}

async function output(words: readonly string[]): Promise<{ text: string; code: number | null }> {
  const child = spawn(process.execPath, [suite, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { text, code }
}

/** What the driver wrote, and how the suite counted. */
function saidBy(text: string): string {
  const [, said = ''] = text.split(/^(?:Stdout|Stderr):$/m)
  return `${said.split('Results saved')[0]}${text.slice(text.indexOf('Test Results:'))}`
}

function failuresIn(checks: readonly Check[]): string[] {
  return checks
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage, description }) => `${id}: ${errorMessage ?? description}`)
}
