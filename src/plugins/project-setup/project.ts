/** The files of a new project: path inside it, and what stands there. */
export type ProjectFiles = Readonly<Record<string, string>>

export const templateNames = [
  'typescript_library',
  'typescript_service',
  'react_app',
  'python_package',
  'static_site',
  'empty',
] as const

export type TemplateName = (typeof templateNames)[number]

/** What a template writes into its files. */
export interface Project {
  /** As it was given. */
  readonly name: string
  readonly description: string
  /** Who holds the rights, and since when. */
  readonly author: string
  readonly year: number
}

export interface Template {
  readonly files: (project: Project) => ProjectFiles
  /** Commands to go on with, after changing into the folder. */
  readonly nextSteps: readonly string[]
}

/** npm takes no capital letters. */
export function packageName({ name }: Project): string {
  return name.toLowerCase()
}

/** A name that Python can import. */
export function moduleName({ name }: Project): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z]/.test(word) && !pythonKeywords.has(word) ? word : `project_${word}`
}

const pythonKeywords: ReadonlySet<string> = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield match case type test tests'
  ).split(' '),
)

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
