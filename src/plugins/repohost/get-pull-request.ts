import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { openRepositoryHost } from './configured-host.ts'
import { nameOf, repositoryPlace } from './place.ts'
import { Owner, PullRequest, Repo } from './shapes.ts'

export const getPullRequest = defineTool({
  action: 'GET_PULL_REQUEST',
  title: 'Read a pull request',
  description:
    'Describes a pull request on GitHub or Gitea, or a merge request on GitLab: status, branches, text, changed files and, if asked, the diff.',
  params: Type.Object({
    owner: Owner,
    repo: Repo,
    number: Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: 'Its number' }),
    with_diff: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to also return the diff' }),
    ),
  }),
  data: Type.Object({
    owner: Type.String({ description: 'Repository owner' }),
    repo: Type.String({ description: 'Repository name' }),
    ...PullRequest,
    diff: Type.Union([Type.String(), Type.Null()], {
      description: 'The changes as a unified diff; null unless asked for',
    }),
  }),
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'show pull request 12 of octocat/hello-world',
    'what is in PR 345 of vitejs/vite',
    'get the merge request 7 of our gitlab project',
    'is pull request 12 merged',
    'which files does PR 99 change',
    'summarize pull request 5 of my repo',
    'review the changes of pull request 12',
    'can pull request 8 be merged',
  ],
  example: { args: { owner: 'octocat', repo: 'hello-world', number: 1 } },
  async run({ number, with_diff: withDiff = false, ...params }, call) {
    const place = repositoryPlace(params)
    const host = openRepositoryHost(call)
    const found = await host.pullRequest(place, number)
    const diff = withDiff ? await host.diff(place, number) : undefined
    const count = `${found.files.length}${found.more_files ? ' or more' : ''}`
    const files = count === '1' ? '1 changed file' : `${count} changed files`
    const cut = diff?.truncated === true ? ' The diff was cut because it is too long.' : ''
    return {
      message: `"${found.title}" (${nameOf(place)} ${number}) is ${found.state}, with ${files}.${cut}`,
      data: { ...place, ...found, diff: diff?.text ?? null },
    }
  },
})
