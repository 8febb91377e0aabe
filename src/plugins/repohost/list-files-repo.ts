import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { openRepositoryHost } from './configured-host.ts'
import { filePlace, nameOf } from './place.ts'
import { Entry, Owner, Ref, Repo } from './shapes.ts'

const defaultLimit = 500

export const listFilesRepo = defineTool({
  action: 'LIST_FILES_REPO',
  title: 'List files in a hosted repository',
  description:
    'Lists the files and folders in a repository on GitHub, GitLab or Gitea: in one folder, or with all subfolders.',
  params: Type.Object({
    owner: Owner,
    repo: Repo,
    path: Type.Optional(
      Type.String({
        maxLength: 4000,
        description: 'Folder inside the repository; the top folder by default',
      }),
    ),
    ref: Ref,
    recursive: Type.Optional(Type.Boolean({ default: false, description: 'Whether to include subfolders' })),
    limit: Type.Optional(
      Type.Integer({
        default: defaultLimit,
        minimum: 1,
        maximum: 2000,
        description: 'Maximum number of entries to return',
      }),
    ),
  }),
  data: Type.Object({
    owner: Type.String({ description: 'Repository owner' }),
    repo: Type.String({ description: 'Repository name' }),
    path: Type.String({ description: 'The folder; empty for the top one' }),
    ref: Type.Union([Type.String(), Type.Null()], {
      description: 'Requested branch, tag or commit; null is the default branch',
    }),
    entries: Type.Array(Entry, { description: 'Files and folders' }),
    truncated: Type.Boolean({ description: 'Whether there is more' }),
  }),
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'list the files of octocat/hello-world',
    'which files are in the repository vitejs/vite',
    'show the folder src of my repo on github',
    'what does the repository contain',
    'list the files in the docs folder of that gitlab project',
    'show the file tree of nodejs/node',
    'list all files of the repo recursively',
    'which files are on the branch develop',
  ],
  example: { args: { owner: 'octocat', repo: 'hello-world' } },
  async run({ recursive = false, limit = defaultLimit, ...params }, call) {
    const place = filePlace(params)
    const { entries, truncated } = await openRepositoryHost(call).list(place, { recursive, limit })
    const where = place.path === '' ? nameOf(place) : `"${place.path}" of ${nameOf(place)}`
    const count = countOf(entries.length, 'entry')
    return {
      message: truncated ? `The first ${count} in ${where}. There are more.` : `${count} in ${where}.`,
      data: {
        owner: place.owner,
        repo: place.repo,
        path: place.path,
        ref: place.ref ?? null,
        entries: [...entries],
        truncated,
      },
    }
  },
})
