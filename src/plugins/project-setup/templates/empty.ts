import { commonFiles, readme } from '../common-files.ts'
import type { Template } from '../project.ts'

export const empty: Template = {
  files: (project) => ({
    ...commonFiles(project, { ignored: ['*.log', '.env'] }),
    'README.md': readme(project, '## Start here\n\nDescribe what this is for, and for whom.'),
  }),
  nextSteps: ['git status'],
}
