import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, literals } from '../../contract/schema.ts'

const Template = literals(
  ['typescript_library', 'typescript_service', 'react_app', 'python_package', 'static_site', 'empty'],
  { description: 'What kind of project' },
)

export const projectsContract = defineContract({
  setUp: {
    method: 'POST',
    path: '/project/setup',
    anyCaller: true,
    summary: 'Scaffold a new project',
    description:
      'Writes a minimal project with tests, lint, README, licence and editor configuration. Needs no network. A folder ' +
      'that is not empty gets 409.',
    body: closed({
      name: Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
        maxLength: 100,
        description: 'Name of the project and of its folder',
      }),
      path: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 4096,
          description: 'Absolute path of the folder to create; ~ is expanded. ~/Projects/<name> by default',
        }),
      ),
      template: Template,
      description: Type.Optional(Type.String({ maxLength: 500, description: 'One line about the project' })),
      git: Type.Optional(
        Type.Boolean({ default: true, description: 'Make it a git repository with a first commit' }),
      ),
    }),
    result: Type.Object({
      name: Type.String({ description: 'Name of the project' }),
      path: Type.String({ description: 'Folder of the project' }),
      template: Template,
      files: Type.Array(Type.String(), { description: 'Files written, relative to path' }),
      git: Type.Boolean({ description: 'Whether it is a git repository' }),
      next_steps: Type.Array(Type.String(), { description: 'Commands to continue with' }),
    }),
    errors: ['conflict', 'storage_full'],
    idempotencyKey: true,
    example: {
      body: { name: 'word-count', template: 'typescript_library', description: 'Counts words' },
      result: {
        name: 'word-count',
        path: '/home/ada/Projects/word-count',
        template: 'typescript_library',
        files: ['package.json', 'README.md', 'src/index.ts', 'src/index.test.ts'],
        git: true,
        next_steps: ['cd /home/ada/Projects/word-count', 'npm install', 'npm test'],
      },
    },
  },
})
