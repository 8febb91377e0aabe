import { posix } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { FilePlace, RepositoryPlace } from './repository-host.ts'

interface Given {
  readonly owner: string
  readonly repo: string
  readonly path?: string | undefined
  readonly ref?: string | undefined
}

/** What a person or a model named, checked: nothing in it may lead to another address than the one it names. */
export function repositoryPlace({ owner, repo }: Given): RepositoryPlace {
  for (const part of owner.split('/')) assertName(part, { name: 'owner', given: owner })
  assertName(repo, { name: 'repo', given: repo })
  return { owner, repo }
}

export function filePlace(given: Given): FilePlace {
  const place = repositoryPlace(given)
  const { ref } = given
  if (ref !== undefined) assertText(ref, 'ref')
  return { ...place, path: insidePath(given.path ?? ''), ...(ref !== undefined && { ref }) }
}

/** Where a link leads, seen from where it is; undefined when that is outside the repository. */
export function linkTarget(path: string, target: string): string | undefined {
  if (target === '' || target.startsWith('/') || !isPlain(target)) return undefined
  const led = posix.join(posix.dirname(path), target).replace(/\/+$/, '')
  return led === '..' || led.startsWith('../') ? undefined : led.replace(/^\.$/, '')
}

export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Where GitHub and Gitea keep what belongs to a repository. */
export function repositoryPath({ owner, repo }: RepositoryPlace): string {
  return `/repos/${encodedPath(owner)}/${encodeURIComponent(repo)}`
}

/** How a place is called in a sentence. */
export function nameOf({ owner, repo }: RepositoryPlace): string {
  return `${owner}/${repo}`
}

function insidePath(given: string): string {
  assertText(given, 'path')
  const parts = given.split('/').filter((part) => part !== '' && part !== '.')
  if (!parts.includes('..')) return parts.join('/')
  throw new AppError('invalid_request', 'path must not contain "..". Give the path from the top folder.')
}

function assertName(part: string, { name, given }: { name: string; given: string }): void {
  assertText(part, name)
  if (/^[^\s/?#%\\:]+$/.test(part) && part !== '.' && part !== '..') return
  throw new AppError(
    'invalid_request',
    `${name} "${given.slice(0, 100)}" is not a name. Give only the name, not an address.`,
  )
}

function assertText(text: string, name: string): void {
  if (!isPlain(text))
    throw new AppError('invalid_request', `${name} contains characters that aren't allowed in a name.`)
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
