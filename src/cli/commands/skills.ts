import { resolve } from 'node:path'
import type { ResultOf } from '../../contract/endpoint.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import type { SkillDescription, SkillDetails, skillsContract } from '../../features/skills/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { printable, printableLines } from '../terminal/text-width.ts'

type SkillList = ResultOf<(typeof skillsContract)['list']>
type SkillFile = ResultOf<(typeof skillsContract)['readFile']>

/** Agent Skills: what is there, what is in it, and what models may use. */
export async function run(call: CommandCall): Promise<number> {
  const verb = call.verb ?? 'list'
  if (verb === 'list') return list(call)
  const [name] = call.positionals
  if (name === undefined)
    throw new CommandError(
      `Say which one: "deskhand skills ${verb} ${wanted[verb] ?? 'NAME'}".`,
      exitCode.usage,
    )
  return commands[verb]!(call, name)
}

const wanted: Readonly<Record<string, string>> = { add: 'SOURCE', validate: 'FOLDER' }

const commands: Readonly<Record<string, (call: CommandCall, name: string) => Promise<number>>> = {
  show,
  enable,
  disable,
  add,
  remove,
  validate,
}

async function list(call: CommandCall): Promise<number> {
  const { terminal } = call
  const found = await callServiceForJson<SkillList>(call, { method: 'GET', path: '/api/skills' })
  terminal.result(found, () => {
    if (found.skills.length === 0)
      return `There are no skills in ${found.folders.join(' or ')}. Add one: deskhand skills add SOURCE`
    const rows = found.skills.map((skill) => [
      printable(skill.name),
      { text: skill.status, style: colours[skill.status] },
      printable(skill.problem ?? skill.description),
    ])
    return terminal.table(['skill', 'state', 'what it is for'], rows, { wrapLast: true })
  })
  for (const problem of found.problems) terminal.hint(printable(problem))
  return exitCode.ok
}

const colours = {
  enabled: 'green',
  unconfirmed: 'yellow',
  disabled: 'gray',
  refused: 'red',
} as const satisfies Record<SkillDescription['status'], string>

async function show(call: CommandCall, name: string): Promise<number> {
  const { terminal, flags } = call
  const path = flags['file']
  if (typeof path === 'string') {
    const file = await readFile(call, name, path)
    terminal.result(file, () => (file.text === null ? `${file.path} is not text.` : lines(file.text)))
    return exitCode.ok
  }
  const skill = await read(call, name)
  terminal.result(skill, () => whole(skill).join('\n'))
  return exitCode.ok
}

function readFile(call: CommandCall, name: string, path: string): Promise<SkillFile> {
  const address = `${pathOf(name)}/file?path=${encodeURIComponent(path)}`
  return callServiceForJson<SkillFile>(call, { method: 'GET', path: address })
}

/** Shows what a model would follow before it may, and lets it use exactly the files that were shown. */
async function enable(call: CommandCall, name: string): Promise<number> {
  const { terminal, flags } = call
  const skill = await read(call, name)
  if (skill.hash === null || skill.status === 'refused')
    throw new CommandError(printable(skill.problem ?? `${name} can't be used.`), exitCode.failed)
  for (const line of whole(skill)) terminal.hint(line)
  for (const line of await scriptsOfServer(call, skill)) terminal.hint(line)
  if (flags['yes'] !== true && !(await agreed(call, `Enable ${name}?`, 'enable'))) return exitCode.interrupted
  const enabled = await callServiceForJson<SkillDescription>(call, {
    method: 'POST',
    path: `${pathOf(name)}/enable`,
    body: JSON.stringify({ hash: skill.hash }),
  })
  terminal.result(
    enabled,
    () => `${name} is enabled. Models may use it; what they do with it is asked about as always.`,
  )
  return exitCode.ok
}

/** What somebody else's server would have run here is shown whole before anybody says yes to it. */
async function scriptsOfServer(call: CommandCall, skill: SkillDetails): Promise<string[]> {
  if (skill.server === null) return []
  const shown: string[] = []
  for (const { path } of skill.file_list.filter(({ is_script }) => is_script))
    shown.push(...section(path, [(await readFile(call, skill.name, path)).text ?? '']))
  return shown.map(lines)
}

async function disable(call: CommandCall, name: string): Promise<number> {
  const skill = await callServiceForJson<SkillDescription>(call, {
    method: 'POST',
    path: `${pathOf(name)}/disable`,
  })
  call.terminal.result(skill, () => `${name} is disabled.`)
  return exitCode.ok
}

async function add(call: CommandCall, source: string): Promise<number> {
  const { terminal, flags } = call
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(source)
  const skill = await callServiceForJson<SkillDetails>(call, {
    method: 'POST',
    path: '/api/skills',
    body: JSON.stringify({
      from: isAddress || source.startsWith('~') ? source : resolve(source),
      commit: flags['commit'],
      folder: flags['folder'],
      replace: flags['replace'],
    }),
    // A repository takes its time; whoever waits ends it with Ctrl-C.
    signal: new AbortController().signal,
  })
  terminal.result(skill, () =>
    [
      `Added ${skill.name}: ${skill.description}`,
      `No model hears of it until you review and enable it: deskhand skills enable ${skill.name}`,
    ].join('\n'),
  )
  return exitCode.ok
}

async function remove(call: CommandCall, name: string): Promise<number> {
  const { terminal, flags } = call
  if (flags['yes'] !== true && !(await agreed(call, `Delete ${name} and all its files?`, 'remove')))
    return exitCode.interrupted
  const answer = await callServiceForJson<object>(call, { method: 'DELETE', path: pathOf(name) })
  terminal.result(answer, () => `${name} is removed.`)
  return exitCode.ok
}

/** Without the service: for whoever writes a skill. */
async function validate({ terminal }: CommandCall, given: string): Promise<number> {
  const { readSkillFolder } = await import('../../platform/skills/skill-folder.ts')
  const { warningsIn } = await import('../../platform/skills/skill-warnings.ts')
  const folder = resolve(given)
  const files = await readSkillFolder(folder).catch((error: unknown) => {
    throw new CommandError(printable((error as Error).message), exitCode.failed)
  })
  const { manifest, contents, hash } = files
  const warnings = warningsIn(contents)
  const { name, notes } = manifest
  terminal.result({ name, hash, files: contents.size, notes, warnings }, () =>
    [
      `${name} is a valid skill with ${contents.size} ${contents.size === 1 ? 'file' : 'files'}.`,
      ...notes.map(printable),
      ...warnings.map(warningLine),
    ].join('\n'),
  )
  return exitCode.ok
}

async function agreed({ terminal }: CommandCall, question: string, verb: string): Promise<boolean> {
  if (!terminal.canAsk)
    throw new CommandError(`Use --yes to ${verb} it without confirmation.`, exitCode.usage)
  if (await terminal.confirm(question)) return true
  terminal.hint('Nothing was changed.')
  return false
}

function whole(skill: SkillDetails): string[] {
  const facts: [string, string][] = [
    ['State', skill.status],
    ['MCP server', skill.server ?? ''],
    [skill.server === null ? 'Folder' : 'Address', skill.path],
    ['License', skill.license ?? ''],
    ['Needs', skill.compatibility ?? ''],
    ['Not installed', skill.missing_programs.join(', ')],
    ['Asks for', skill.allowed_tools.join(', ')],
    ...Object.entries(skill.metadata),
    ['Hash', skill.hash ?? ''],
  ]
  return [
    `${skill.name}: ${skill.description}`,
    ...(skill.problem === null ? [] : [skill.problem]),
    ...facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`),
    ...(skill.allowed_tools.length > 0 ? ['Deskhand grants none of the tools that it asks for.'] : []),
    ...skill.notes,
    ...section('What changed since you enabled it', changeLines(skill.changes)),
    ...section('Instructions', skill.instructions === '' ? [] : [skill.instructions]),
    ...section(
      'Files',
      skill.file_list.map(
        ({ path, bytes, is_script }) => `${path} (${bytesText(bytes)}${is_script ? ', script' : ''})`,
      ),
    ),
    ...section('Warnings', skill.warnings.map(warningLine)),
  ].map(lines)
}

function section(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : ['', `${title}:`, ...content]
}

function changeLines(changes: SkillDetails['changes']): string[] {
  return (changes ?? []).flatMap(({ path, change, diff }) => [
    `${path} (${change})`,
    ...(diff === null ? [] : [diff.trimEnd()]),
  ])
}

function warningLine({ path, line, message }: SkillDetails['warnings'][number]): string {
  return printable(`${path}${line === null ? '' : `:${line}`}: ${message}`)
}

/** Nothing in it moves the cursor. */
function lines(text: string): string {
  return printableLines(text.trimEnd()).join('\n')
}

function read(call: CommandCall, name: string): Promise<SkillDetails> {
  return callServiceForJson<SkillDetails>(call, { method: 'GET', path: pathOf(name) })
}

function pathOf(name: string): string {
  return `/api/skills/${encodeURIComponent(name)}`
}
