import { commonFiles } from '../common-files.ts'
import { json, type Project, type ProjectFiles } from '../project.ts'

/** Checked and linted by what is current; run by Node as it is, so that tests need nothing installed. */
export const developmentTools = {
  '@types/node': '24.19.2',
  oxlint: '1.93.0',
  typescript: '7.0.2',
} as const

export const nodeEngine = { node: '>=22.18' } as const

export function lintSettings(rules: Readonly<Record<string, unknown>> = {}): string {
  return json({
    plugins: ['typescript', 'import', 'unicorn'],
    categories: { correctness: 'error', suspicious: 'warn' },
    ...(Object.keys(rules).length > 0 && { rules }),
    ignorePatterns: ['dist', 'node_modules'],
  })
}

export function typescriptSettings(changes: Readonly<Record<string, unknown>>): string {
  return json({
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
      ...changes,
    },
    include: ['src'],
  })
}

export function typescriptCommon(project: Project): ProjectFiles {
  return {
    ...commonFiles(project, { ignored: ['node_modules/', 'dist/', '*.log', '.env'] }),
    '.oxlintrc.json': lintSettings(),
  }
}
