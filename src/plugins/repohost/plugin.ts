import { definePlugin } from '../../contract/tool.ts'
import { createIssue } from './create-issue.ts'
import { getFileContent } from './get-file-content.ts'
import { getIssues } from './get-issues.ts'
import { getPullRequest } from './get-pull-request.ts'
import { listFilesRepo } from './list-files-repo.ts'
import { searchCode } from './search-code.ts'

export const repohost = definePlugin({
  agent: 'repohost',
  title: 'Repositories',
  summary: 'Reads files, code, issues and pull requests on GitHub, GitLab or Gitea, and opens issues there.',
  tools: [getFileContent, listFilesRepo, searchCode, getIssues, createIssue, getPullRequest],
})
