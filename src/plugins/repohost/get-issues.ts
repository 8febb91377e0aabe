import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { openRepositoryHost } from './configured-host.ts'
import { nameOf, repositoryPlace } from './place.ts'
import { Issue, Owner, Repo } from './shapes.ts'

const defaultLimit = 30

export const getIssues = defineTool({
  action: 'GET_ISSUES',
  title: 'List issues of a repository',
  description:
    'Lists the issues of a repository on GitHub, GitLab or Gitea, last changed first; on Gitea newest first.',
  params: Type.Object({
    owner: Owner,
    repo: Repo,
    state: Type.Optional(
      Type.Enum(['open', 'closed', 'all'], { default: 'open', description: 'Issue status' }),
    ),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 20,
        description: 'Labels they must all have',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        default: defaultLimit,
        minimum: 1,
        maximum: 200,
        description: 'Maximum number of issues to return',
      }),
    ),
  }),
  data: Type.Object({
    owner: Type.String({ description: 'Repository owner' }),
    repo: Type.String({ description: 'Repository name' }),
    issues: Type.Array(Issue, { description: 'The issues' }),
    more: Type.Boolean({ description: 'Whether there are more' }),
  }),
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'list the open issues of octocat/hello-world',
    'which issues does vitejs/vite have',
    'show closed issues of my repository',
    'get the issues labelled bug of nodejs/node',
    'what are the latest issues on github',
    'are there open bugs in that repo',
    'show me the issues of our gitlab project',
    'how many issues are open in octocat/hello-world',
  ],
  example: { args: { owner: 'octocat', repo: 'hello-world' } },
  async run({ state = 'open', labels = [], limit = defaultLimit, ...params }, call) {
    const place = repositoryPlace(params)
    const { issues, more } = await openRepositoryHost(call).issues(place, { state, labels, limit })
    const kind = state === 'all' ? '' : ` ${state}`
    const count = `${issues.length}${kind} ${issues.length === 1 ? 'issue' : 'issues'}`
    return {
      message: more
        ? `The latest ${count} in ${nameOf(place)}. There are more.`
        : `${count} in ${nameOf(place)}.`,
      data: { ...place, issues: [...issues], more },
    }
  },
})
