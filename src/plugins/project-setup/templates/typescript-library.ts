import { readme } from '../common-files.ts'
import { json, packageName, type Project, type ProjectFiles, type Template } from '../project.ts'
import { developmentTools, nodeEngine, typescriptCommon, typescriptSettings } from './typescript.ts'

export const typescriptLibrary: Template = {
  files,
  nextSteps: ['npm test', 'npm install', 'npm run check'],
}

function files(project: Project): ProjectFiles {
  return {
    ...typescriptCommon(project),
    'README.md': readme(project, usage(project)),
    'package.json': json({
      name: packageName(project),
      version: '0.1.0',
      description: project.description,
      license: 'MIT',
      type: 'module',
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist'],
      engines: nodeEngine,
      scripts: {
        test: 'node --test "src/**/*.test.ts"',
        check: 'tsc --noEmit && oxlint',
        build: 'tsc -p tsconfig.build.json',
        prepack: 'npm run build',
      },
      devDependencies: developmentTools,
    }),
    'tsconfig.json': typescriptSettings({ types: ['node'] }),
    'tsconfig.build.json': json({
      extends: './tsconfig.json',
      compilerOptions: { declaration: true, sourceMap: true, rootDir: 'src', outDir: 'dist' },
      exclude: ['src/**/*.test.ts'],
    }),
    'src/index.ts': `/** Counts the words of a text. */
export function countWords(text: string): number {
  return text.match(/\\p{L}[\\p{L}\\p{N}'’-]*/gu)?.length ?? 0
}
`,
    'src/index.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords } from './index.ts'

test('words are counted in any script', () => {
  assert.equal(countWords('one two, three'), 3)
  assert.equal(countWords('один два'), 2)
})

test('a text without words has none', () => {
  assert.equal(countWords(' … '), 0)
})
`,
  }
}

function usage(project: Project): string {
  return `## Use

\`\`\`ts
import { countWords } from '${packageName(project)}'

countWords('one two') // 2
\`\`\`

## Work on it

\`\`\`sh
npm test        # needs nothing installed: Node runs TypeScript as it is
npm install     # the compiler and the linter
npm run check   # types and lint
npm run build   # JavaScript and declarations in dist/
\`\`\``
}
