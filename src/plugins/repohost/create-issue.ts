import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { openRepositoryHost } from './configured-host.ts'
import { nameOf, repositoryPlace } from './place.ts'
import { Issue, Owner, Repo } from './shapes.ts'

export const createIssue = defineTool({
  action: 'CREATE_ISSUE',
  title: 'Open an issue',
  description: "Opens an issue in a repository on GitHub, GitLab or Gitea, in the token owner's name.",
  params: Type.Object({
    owner: Owner,
    repo: Repo,
    title: Type.String({ minLength: 1, maxLength: 250, description: 'Title' }),
    body: Type.Optional(Type.String({ maxLength: 60_000, description: 'Text, as Markdown' })),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 20,
        description: 'Labels that exist in the repository',
      }),
    ),
  }),
  data: Type.Object({
    owner: Type.String({ description: 'Repository owner' }),
    repo: Type.String({ description: 'Repository name' }),
    issue: Type.Object(Issue.properties, { description: 'The new issue' }),
  }),
  risk: 'external',
  targets: { exactly: ['owner', 'repo'] },
  reads: [],
  idempotent: false,
  phrases: [
    'open an issue in octocat/hello-world',
    'create an issue titled crash on start',
    'file a bug in the repository vitejs/vite',
    'report this problem as an issue on github',
    'make a new issue in our gitlab project',
    'add an issue with the label bug',
    'write an issue about the broken link',
    'create a github issue for this error',
  ],
  example: {
    args: { owner: 'octocat', repo: 'hello-world', title: 'The link is broken', body: 'It leads nowhere.' },
  },
  async run({ title, body = '', labels = [], ...params }, call) {
    const place = repositoryPlace(params)
    if (title.trim() === '')
      throw new AppError('invalid_request', 'title is empty. Say what the issue is about.')
    const host = openRepositoryHost(call)
    if (!host.hasToken) {
      const sentence = `${host.title} only takes issues from signed-in users. Set REPOHOST_TOKEN to an access token.`
      throw new AppError('not_configured', sentence)
    }
    const issue = await host.createIssue(place, { title: title.trim(), body, labels })
    return {
      message: `Opened issue ${issue.number} in ${nameOf(place)}.`,
      data: { ...place, issue },
    }
  },
})
