import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AllowScope } from '../../contract/confirmation.ts'
import type { AnyTool, ToolCall } from '../../contract/tool.ts'
import { excerptOf, visibleText } from '../../contract/visible-text.ts'
import { ALLOWED_FOLDERS, surroundingsOf, unfitReason } from '../../platform/files/allowed-folders.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { resolveUserPath } from '../../platform/files/paths.ts'
import { shortPath } from '../../platform/files/rights.ts'
import type { Allowance, NewAllowance } from './allowances.ts'
import { canonicalJson } from './canonical-json.ts'
import type { CatalogEntry } from './catalog-entry.ts'

const MAX_WORDS_LENGTH = 300

type Args = Readonly<Record<string, unknown>>
type Looking = Pick<ToolCall, 'home' | 'dataFolder' | 'setting'>
export type Permission = Pick<NewAllowance, 'kind' | 'target' | 'words'>

/** What a person can allow this tool for from now on; none where they have to be asked each time. */
export async function permissionsFor(
  { tool, origin, alwaysAsks }: CatalogEntry,
  args: Args,
  call: Looking,
): Promise<readonly Permission[]> {
  const { targets } = tool
  // What a stranger's tool does with a standing yes nobody can say.
  if (!targets || alwaysAsks || origin !== 'built_in' || tool.presses === true) return []
  if ('exactly' in targets) return [exactPermission(tool, targets.exactly, args)]
  const around = await surroundingsOf(call)
  const folders = new Set(await Promise.all(pathsOf(targets.paths, args, call).map(folderOf)))
  const areFit = [...folders].every(
    (folder) => unfitReason(folder, around) === undefined && !isInside(around.home, folder),
  )
  if (!areFit) return []
  return [...folders].map((folder) => ({
    kind: 'folder',
    target: folder,
    words: visibleText(`${tool.title} in ${shortPath(folder, around)}`),
  }))
}

/** For how much a permission can be given. What is bound to an addressee counts in its conversation alone. */
export function scopesOf(permissions: readonly Permission[]): AllowScope[] {
  if (permissions.length === 0) return []
  return permissions.every(({ kind }) => kind === 'folder') ? ['conversation', 'folder'] : ['conversation']
}

/** Of the standing permissions those that together cover the call; none when they do not. */
export async function covering(
  allowances: readonly Allowance[],
  { tool, args, call }: { tool: AnyTool; args: Args; call: Looking },
): Promise<readonly Allowance[]> {
  const { targets } = tool
  if (!targets) return []
  if ('exactly' in targets) {
    const { target } = exactPermission(tool, targets.exactly, args)
    const found = allowances.find((one) => one.kind === 'exactly' && one.target === target)
    return found ? [found] : []
  }
  const paths = await Promise.all(pathsOf(targets.paths, args, call).map((path) => linksResolved(path)))
  const covered = paths.map((path) =>
    // A folder itself is not in it: who may delete in a folder may not delete the folder.
    allowances.find(
      ({ kind, target }) => kind === 'folder' && isInside(path, target) && isCovered(tool, path, target),
    ),
  )
  if (covered.length === 0) return []
  return covered.every((one) => one !== undefined) ? [...new Set(covered)] : []
}

/** The same settings, where these folders are among those that may be used without asking. */
export function settingWith(
  setting: ToolCall['setting'],
  allowances: readonly Pick<Allowance, 'kind' | 'target'>[],
): ToolCall['setting'] {
  const folders = allowances.filter(({ kind }) => kind === 'folder').map(({ target }) => target)
  if (folders.length === 0) return setting
  return (name) => {
    const value = setting(name)
    return name === ALLOWED_FOLDERS ? [...(Array.isArray(value) ? value : []), ...folders] : value
  }
}

function isCovered({ risk }: AnyTool, path: string, folder: string): boolean {
  return risk === 'read' || risk === 'write' || path !== folder
}

function exactPermission(tool: AnyTool, names: readonly string[], args: Args): Permission {
  const bound = Object.fromEntries(names.map((name) => [name, args[name] ?? null]))
  const named = Object.values(bound).flatMap((value) => (value === null ? [] : [textOf(value)]))
  const words = named.length === 0 ? tool.title : `${tool.title}: ${named.join(', ')}`
  return {
    kind: 'exactly',
    target: canonicalJson(bound),
    words: excerptOf(visibleText(words), MAX_WORDS_LENGTH),
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function pathsOf(names: readonly string[], args: Args, { home }: Looking): string[] {
  return names
    .flatMap((name) => args[name] ?? [])
    .filter((value) => typeof value === 'string')
    .map((path) => resolveUserPath(path, { home }))
}

/** The folder that a call works in: the one that was named, or the one that the named file is in. */
async function folderOf(path: string): Promise<string> {
  const real = await linksResolved(path)
  const facts = await stat(real).catch(() => undefined)
  return facts?.isDirectory() ? real : dirname(real)
}
