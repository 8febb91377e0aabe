import { Type, type Static } from '../../contract/type.ts'

/** What the tools tell about repositories, whichever service they are on. */

export const Owner = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'Repository owner: a user, an organisation, or a group (on GitLab also group/subgroup)',
})

export const Repo = Type.String({ minLength: 1, maxLength: 200, description: 'Repository name' })

export const Ref = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Branch, tag or commit id; the default branch when left out',
  }),
)

const Text = (description: string) => Type.String({ description })
const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const NumberOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

export const Entry = Type.Object({
  path: Text('Path inside the repository'),
  type: Type.Enum(['file', 'folder', 'symlink', 'submodule'], { description: 'What it is' }),
  size: NumberOrNull('Size of a file in bytes, when the service tells it'),
})
export type Entry = Static<typeof Entry>

export const CodeMatch = Type.Object({
  repository: Text('owner/name of the repository'),
  path: Text('Path of the file'),
  line: NumberOrNull('The line where the first excerpt begins, when the service tells it'),
  excerpts: Type.Array(Type.String(), { description: 'The places that match' }),
  url: TextOrNull('Where to see it in a browser'),
})
export type CodeMatch = Static<typeof CodeMatch>

export const Issue = Type.Object({
  number: Type.Integer({ description: 'Number of the issue in its repository' }),
  title: Text('Title'),
  state: Type.Enum(['open', 'closed'], { description: 'Whether it is open' }),
  author: TextOrNull('Who opened it'),
  labels: Type.Array(Type.String(), { description: 'Its labels' }),
  comments: Type.Integer({ description: 'How many comments it has' }),
  created_at: TextOrNull('When it was opened'),
  updated_at: TextOrNull('When it was last changed'),
  body: Text('Its text; a long one is cut'),
  url: TextOrNull('Where to see it in a browser'),
})
export type Issue = Static<typeof Issue>

export const ChangedFile = Type.Object({
  path: Text('Path of the file'),
  status: Type.Enum(['added', 'modified', 'removed', 'renamed'], { description: 'What happened to it' }),
  additions: Type.Integer({ description: 'Lines added' }),
  deletions: Type.Integer({ description: 'Lines removed' }),
})
export type ChangedFile = Static<typeof ChangedFile>

export const PullRequest = {
  number: Type.Integer({ description: 'Number of the pull or merge request' }),
  title: Text('Title'),
  state: Type.Enum(['open', 'closed', 'merged'], { description: 'What became of it' }),
  draft: Type.Boolean({ description: 'Whether it is not ready yet' }),
  author: TextOrNull('Who opened it'),
  source_branch: TextOrNull('The branch with the changes'),
  target_branch: TextOrNull('The branch that they are for'),
  mergeable: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether it can be merged without conflicts; null while the service does not know',
  }),
  created_at: TextOrNull('When it was opened'),
  merged_at: TextOrNull('When it was merged'),
  body: Text('Its text; a long one is cut'),
  url: TextOrNull('Where to see it in a browser'),
  files: Type.Array(ChangedFile, { description: 'The files that it changes' }),
  more_files: Type.Boolean({ description: 'Whether it changes more files than these' }),
}
const WholePullRequest = Type.Object(PullRequest)
export type PullRequest = Static<typeof WholePullRequest>
