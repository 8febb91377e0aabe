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
    description: 'Branch, tag or commit id; the default branch if omitted',
  }),
)

const Text = (description: string) => Type.String({ description })
const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const NumberOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

export const Entry = Type.Object({
  path: Text('Path inside the repository'),
  type: Type.Enum(['file', 'folder', 'symlink', 'submodule'], { description: 'Type of entry' }),
  size: NumberOrNull('File size in bytes, if the service reports it'),
})
export type Entry = Static<typeof Entry>

export const CodeMatch = Type.Object({
  repository: Text('owner/name of the repository'),
  path: Text('Path of the file'),
  line: NumberOrNull('Line where the first excerpt starts, if the service reports it'),
  excerpts: Type.Array(Type.String(), { description: 'The matching passages' }),
  url: TextOrNull('Web address'),
})
export type CodeMatch = Static<typeof CodeMatch>

export const Issue = Type.Object({
  number: Type.Integer({ description: 'Number of the issue in its repository' }),
  title: Text('Title'),
  state: Type.Enum(['open', 'closed'], { description: 'Whether it is open' }),
  author: TextOrNull('Who opened it'),
  labels: Type.Array(Type.String(), { description: 'Its labels' }),
  comments: Type.Integer({ description: 'Number of comments' }),
  created_at: TextOrNull('When it was opened'),
  updated_at: TextOrNull('When it was last changed'),
  body: Text('Its text; cut if long'),
  url: TextOrNull('Web address'),
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
  state: Type.Enum(['open', 'closed', 'merged'], { description: 'Its status' }),
  draft: Type.Boolean({ description: 'Whether it is a draft' }),
  author: TextOrNull('Who opened it'),
  source_branch: TextOrNull('The branch with the changes'),
  target_branch: TextOrNull('The branch they go into'),
  mergeable: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether it can be merged without conflicts; null while unknown',
  }),
  created_at: TextOrNull('When it was opened'),
  merged_at: TextOrNull('When it was merged'),
  body: Text('Its text; cut if long'),
  url: TextOrNull('Web address'),
  files: Type.Array(ChangedFile, { description: 'The changed files' }),
  more_files: Type.Boolean({ description: 'Whether there are more changed files' }),
}
const WholePullRequest = Type.Object(PullRequest)
export type PullRequest = Static<typeof WholePullRequest>
