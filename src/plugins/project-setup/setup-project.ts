import { join } from 'node:path'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { firstCommit, type Committer } from './first-commit.ts'
import { templateNames, type Project, type Template, type TemplateName } from './project.ts'
import { writeProject } from './write-project.ts'
import { empty } from './templates/empty.ts'
import { pythonPackage } from './templates/python-package.ts'
import { reactApp } from './templates/react-app.ts'
import { staticSite } from './templates/static-site.ts'
import { typescriptLibrary } from './templates/typescript-library.ts'
import { typescriptService } from './templates/typescript-service.ts'

const templates: Readonly<Record<TemplateName, Template>> = {
  typescript_library: typescriptLibrary,
  typescript_service: typescriptService,
  react_app: reactApp,
  python_package: pythonPackage,
  static_site: staticSite,
  empty,
}

const Params = Type.Object({
  name: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    maxLength: 100,
    description: 'Name of the project and of its folder',
  }),
  template: Type.Enum([...templateNames], { description: 'What kind of project' }),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'Absolute path of the folder to create; ~/Projects/<name> by default',
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 500, description: 'One line about the project' })),
  git: Type.Optional(
    Type.Boolean({ default: true, description: 'Make it a git repository with a first commit' }),
  ),
})

const Data = Type.Object({
  name: Type.String({ description: 'Name of the project' }),
  path: Type.String({ description: 'Folder of the project' }),
  template: Type.Enum([...templateNames], { description: 'What kind of project' }),
  files: Type.Array(Type.String(), { description: 'Files written, relative to path' }),
  git: Type.Boolean({ description: 'Whether it is a git repository' }),
  next_steps: Type.Array(Type.String(), { description: 'Commands to continue with' }),
})

export const setupProject = defineTool({
  action: 'SETUP_PROJECT',
  title: 'Create a project',
  description:
    'Creates a folder with a small working project: a TypeScript library or service, a React app, a Python package, a ' +
    'static site or just a README, with tests, lint settings, licence and git. Needs no network.',
  params: Params,
  data: Data,
  risk: 'write',
  // The second time the folder is not empty any more.
  idempotent: false,
  phrases: [
    'start a new typescript library called word-count',
    'set up a react app named shop',
    'create a python package called parser',
    'scaffold a static site for my portfolio',
    'make a new project folder with git',
    'begin a typescript service called gateway',
    'new react project called dashboard',
    'initialise an empty project called notes',
  ],
  example: {
    args: { name: 'word-count', template: 'typescript_library', path: '{folder}/word-count' },
  },
  needsApproval: (params, call) =>
    reasonToAsk(call, [{ path: pathOf(params), access: 'write', wholeTree: true }]),
  async run(params, call) {
    const path = await allowedPath(pathOf(params), call, { access: 'write', wholeTree: true })
    const { files, nextSteps } = templates[params.template]
    const written = files(projectOf(params, call))
    let git = false
    await writeProject({
      path,
      files: written,
      call,
      finish: async (folder) => {
        if (params.git === false) return
        call.progress({ message: 'Making the first commit' })
        git = await firstCommit(folder, {
          committer: committerOf(call),
          home: call.home,
          signal: call.signal,
        })
      },
    })
    const count = Object.keys(written).length
    const repository =
      params.git !== false && !git ? " git is not installed, so it isn't a repository yet." : ''
    return {
      message: `Created ${params.name} with ${count} files in ${path}.${repository}`,
      data: {
        name: params.name,
        path,
        template: params.template,
        files: Object.keys(written).toSorted(),
        git,
        next_steps: [`cd ${shellWord(path)}`, ...nextSteps.filter((step) => git || !step.startsWith('git '))],
      },
    }
  },
})

function pathOf({ name, path }: { name: string; path?: string | undefined }): string {
  return path ?? join('~', 'Projects', name)
}

function projectOf(params: { name: string; description?: string | undefined }, call: ToolCall): Project {
  const author = call.setting('USER_NAME')
  // A line break would end the line of a file that it is written into.
  const description = params.description?.replaceAll(/\s+/g, ' ').trim()
  return {
    name: params.name,
    description: description || `The beginning of ${params.name}.`,
    author: typeof author === 'string' ? author : `the authors of ${params.name}`,
    year: call.now().getFullYear(),
  }
}

function committerOf(call: ToolCall): Committer | undefined {
  const [name, email] = [call.setting('USER_NAME'), call.setting('USER_EMAIL')]
  return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined
}

function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
