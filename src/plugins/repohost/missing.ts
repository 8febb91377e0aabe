import { AppError } from '../../contract/errors.ts'
import { isRefusal } from './host-refusal.ts'
import { nameOf } from './place.ts'
import type { FilePlace, RepositoryPlace } from './repository-host.ts'

interface Lookups {
  readonly title: string
  readonly hasToken: boolean
  /** Both fail with a refusal when there is no such thing. */
  repository(place: RepositoryPlace): Promise<unknown>
  commit(place: RepositoryPlace, ref: string): Promise<unknown>
}

/** "Not found" says little. This finds out whether the repository, the branch or the file is what is missing. */
export async function whatIsMissing(place: FilePlace, host: Lookups): Promise<AppError> {
  const { path, ref } = place
  if (await isMissing(() => host.repository(place))) return noRepository(place, host)
  const where = nameOf(place)
  if (ref !== undefined && (await isMissing(() => host.commit(place, ref)))) {
    return new AppError('not_found', `${where} has no branch, tag or commit "${ref}".`)
  }
  const branch = ref === undefined ? 'its default branch' : `"${ref}"`
  return new AppError(
    'not_found',
    path === ''
      ? `No files in ${where} on ${branch}.`
      : `No "${path}" in ${where} on ${branch}. See what is there with LIST_FILES_REPO.`,
  )
}

/** For what is not a file: an issue, a pull request. */
export async function unlessMissing<T>(
  { host, place, what }: { host: Lookups; place: RepositoryPlace; what: string },
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isRefusal(error, 404)) throw error
    if (await isMissing(() => host.repository(place))) throw noRepository(place, host)
    throw new AppError('not_found', `${nameOf(place)} has no ${what}.`)
  }
}

function noRepository(place: RepositoryPlace, { title, hasToken }: Lookups): AppError {
  const help = hasToken
    ? 'or the token in REPOHOST_TOKEN has no access'
    : 'or it is private: set REPOHOST_TOKEN to a token with access'
  return new AppError('not_found', `No repository ${nameOf(place)} on ${title}: it doesn't exist, ${help}.`)
}

async function isMissing(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await look()
    return false
  } catch (error) {
    // A limit reached meanwhile must be told; whatever else fails here only leaves the answer less exact.
    if (error instanceof AppError && error.code === 'rate_limited') throw error
    return isRefusal(error, 404, 409, 422)
  }
}
