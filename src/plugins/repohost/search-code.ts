import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { openRepositoryHost } from './configured-host.ts'
import { repositoryPlace } from './place.ts'
import { CodeMatch, Owner, Repo } from './shapes.ts'

const defaultLimit = 20

export const searchCode = defineTool({
  action: 'SEARCH_CODE',
  title: 'Search code in hosted repositories',
  description:
    'Finds words in the code of a repository, of an owner, or of everything the service lets you search. GitHub wants a token for it.',
  params: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 256, description: 'What to look for' }),
    owner: Type.Optional(Owner),
    repo: Type.Optional(Repo),
    limit: Type.Optional(
      Type.Integer({ default: defaultLimit, minimum: 1, maximum: 100, description: 'Most files to return' }),
    ),
  }),
  data: Type.Object({
    query: Type.String({ description: 'What was looked for' }),
    total: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many files match in all, when the service counts them',
    }),
    matches: Type.Array(CodeMatch, { description: 'The files that match' }),
  }),
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'search the code of octocat/hello-world for main',
    'where is createServer used in nodejs/node',
    'find TODO in my repository on github',
    'which file in the repo defines parseConfig',
    'search code on gitlab for the word deprecated',
    'look for this function name in the repository',
    'find all uses of fetch in vitejs/vite',
    'search github code for a string',
  ],
  example: { args: { query: 'listen', owner: 'octocat', repo: 'hello-world' } },
  async run({ query, owner, repo, limit = defaultLimit }, call) {
    const words = query.trim()
    if (words === '' || !words.isWellFormed())
      throw new AppError('invalid_request', 'query is empty: give the words to look for.')
    if (repo !== undefined && owner === undefined)
      throw new AppError('invalid_request', 'repo needs its owner too: set owner.')
    if (owner !== undefined) repositoryPlace({ owner, repo: repo ?? 'any' })
    const { matches, total, note } = await openRepositoryHost(call).search({
      query: words,
      owner,
      repo,
      limit,
    })
    const count = countOf(matches.length, 'file')
    const message = matches.length === 0 ? `No code has "${words}".` : `Found "${words}" in ${count}.`
    return {
      message: note === undefined ? message : `${message} ${note}`,
      data: { query: words, total, matches: [...matches] },
    }
  },
})
