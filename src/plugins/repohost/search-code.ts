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
    'Finds words in the code of one repository, of an owner, or of everything the service lets you search. GitHub needs a token for this.',
  params: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 256, description: 'Words to find' }),
    owner: Type.Optional(Owner),
    repo: Type.Optional(Repo),
    limit: Type.Optional(
      Type.Integer({
        default: defaultLimit,
        minimum: 1,
        maximum: 100,
        description: 'Maximum number of files to return',
      }),
    ),
  }),
  data: Type.Object({
    query: Type.String({ description: 'The search' }),
    total: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Total number of matching files, if the service counts them',
    }),
    matches: Type.Array(CodeMatch, { description: 'The matching files' }),
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
      throw new AppError('invalid_request', 'query is empty. Give the words to find.')
    if (repo !== undefined && owner === undefined)
      throw new AppError('invalid_request', 'repo also needs owner. Set owner.')
    if (owner !== undefined) repositoryPlace({ owner, repo: repo ?? 'any' })
    const { matches, total, note } = await openRepositoryHost(call).search({
      query: words,
      owner,
      repo,
      limit,
    })
    const count = countOf(matches.length, 'file')
    const message = matches.length === 0 ? `No code contains "${words}".` : `Found "${words}" in ${count}.`
    return {
      message: note === undefined ? message : `${message} ${note}`,
      data: { query: words, total, matches: [...matches] },
    }
  },
})
