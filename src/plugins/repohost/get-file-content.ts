import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { openRepositoryHost } from './configured-host.ts'
import { decodedText, isLfsPointer } from './file-text.ts'
import { filePlace, linkTarget, nameOf } from './place.ts'
import { maxFileBytes, type FilePlace, type Found, type RepositoryHost } from './repository-host.ts'
import { Owner, Ref, Repo } from './shapes.ts'

const MAX_LINKS = 5
const MAX_NAMES = 20

const Params = Type.Object({
  owner: Owner,
  repo: Repo,
  path: Type.String({ minLength: 1, maxLength: 4000, description: 'File path inside the repository' }),
  ref: Ref,
})

const Data = Type.Object({
  owner: Type.String({ description: 'Repository owner' }),
  repo: Type.String({ description: 'Repository name' }),
  path: Type.String({ description: 'Path of the file; for a link, its target' }),
  ref: Type.Union([Type.String(), Type.Null()], {
    description: 'Requested branch, tag or commit; null is the default branch',
  }),
  size: Type.Integer({ description: 'Size in bytes' }),
  encoding: Type.Enum(['utf-8', 'base64'], {
    description: 'Encoding of content: text as is, anything else as base64',
  }),
  content: Type.String({ description: 'The full content' }),
  sha: Type.Union([Type.String(), Type.Null()], { description: "Git's id for this content, if known" }),
  url: Type.Union([Type.String(), Type.Null()], { description: 'Web address' }),
})

export const getFileContent = defineTool({
  action: 'GET_FILE_CONTENT',
  title: 'Read a file from a hosted repository',
  description: `Reads a file from a repository on GitHub, GitLab or Gitea, up to ${megabytesText(maxFileBytes)}. Text is returned as is, other files as base64.`,
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'show me the README of octocat/hello-world',
    'get the file src/index.ts from the repository octocat/hello-world',
    'read package.json of nodejs/node on github',
    'what is in the Dockerfile of my repo',
    'open the changelog of vitejs/vite on the branch main',
    'fetch the content of a file from gitlab',
    'show the license of that repository',
    'read docs/setup.md from the repo at tag v2.0',
    'get the file content from github',
  ],
  example: { args: { owner: 'octocat', repo: 'hello-world', path: 'README.md' } },
  async run(params, call) {
    const place = filePlace(params)
    const { found, at } = await readThroughLinks(openRepositoryHost(call), place)
    if (found.kind !== 'file') throw notAFile(found, { place, at })
    const text = decodedText(found.bytes)
    const encoding: Encoding = text === undefined ? 'base64' : 'utf-8'
    return {
      message: `"${at.path}" of ${nameOf(place)} has ${found.bytes.length} bytes${noteOn(text)}.`,
      data: {
        owner: place.owner,
        repo: place.repo,
        path: at.path,
        ref: place.ref ?? null,
        size: found.bytes.length,
        encoding,
        content: text ?? found.bytes.toString('base64'),
        sha: found.id,
        url: found.url,
      },
    }
  },
})

type Encoding = Static<typeof Data>['encoding']
type NotLink = Exclude<Found, { kind: 'symlink' }>

async function readThroughLinks(
  host: RepositoryHost,
  place: FilePlace,
): Promise<{ found: NotLink; at: FilePlace }> {
  let at = place
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const found = await host.read(at)
    if (found.kind !== 'symlink') return { found, at }
    const path = linkTarget(at.path, found.target)
    if (path === undefined) {
      const sentence = `"${at.path}" is a link to "${found.target}", which is not in the repository.`
      throw new AppError('conflict', sentence)
    }
    at = { ...at, path }
  }
  throw new AppError('conflict', `"${place.path}" is a link, and the links form a loop at "${at.path}".`)
}

function notAFile(
  found: Exclude<NotLink, { kind: 'file' }>,
  { place, at }: { place: FilePlace; at: FilePlace },
): AppError {
  const led = at.path === place.path ? '' : ` a link to "${at.path}", which is`
  const subject = place.path === '' ? nameOf(place) : `"${place.path}" of ${nameOf(place)}`
  if (found.kind === 'submodule') {
    const where = found.url === null ? 'another repository' : `the repository ${found.url}`
    return new AppError('conflict', `${subject} is${led} a submodule: its files are in ${where}.`)
  }
  const names = found.names.slice(0, MAX_NAMES).map((name) => `"${name}"`)
  const rest = found.names.length - names.length
  const holds =
    names.length === 0 ? 'and empty' : `with ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return new AppError('conflict', `${subject} is${led} a folder, ${holds}. Name a file in it.`)
}

function noteOn(text: string | undefined): string {
  if (text === undefined) return '; it is not text, so its content is base64'
  return isLfsPointer(text) ? '; it is only a pointer to a large file stored in Git LFS' : ''
}
