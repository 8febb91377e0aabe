import { mkdir, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface RepositoryProtection {
  readonly fixed: readonly string[]
  readonly pinned: readonly string[]
}

/**
 * Commits, branches and fetches change a repository; what makes git run programs later stays as it is. The folder itself
 * is pinned: moved away, another could be put in its place.
 */
export async function repositoryProtection(repositories: readonly string[]): Promise<RepositoryProtection> {
  const fixed: string[] = []
  for (const folder of repositories) {
    const hooks = join(folder, 'hooks')
    // What is not there cannot be closed, only made first.
    await mkdir(hooks).catch(() => {})
    fixed.push(hooks, join(folder, 'config'))
    const worktree = join(folder, 'config.worktree')
    if (existsSync(worktree)) fixed.push(worktree)
  }
  return { fixed, pinned: repositories }
}

/**
 * A file `commondir` makes git read settings and hooks from somewhere else. It belongs into the folders of worktrees only,
 * so one that has appeared in a repository meanwhile is taken out again.
 */
export async function removePlantedLinks(repositories: readonly string[]): Promise<void> {
  await Promise.all(repositories.map((folder) => rm(join(folder, 'commondir'), { force: true })))
}
