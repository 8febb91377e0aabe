import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { askForRepository, repository } from './repository.ts'

const issues = '(issues|bugs|tickets)'

interface Issue {
  readonly number: number
  readonly title: string
  readonly author: string | null
  readonly updated_at: string | null
}

export const intent = defineIntent({
  name: 'issue.list',
  label: 'Issues',
  example: 'List open issues in octocat/hello-world',
  slots: { owner: optional.text, repo: optional.text, state: optional.text },
  templates: [
    `[list|show [me]|get|what are|which|are there|any|how many] [all] [any] [my|the] [new|latest] [open|closed|github|gitlab|gitea] ${issues} (in|on|of|for|at|from) ${repository}`,
    `(which|what|how many) [open|closed] ${issues} (does|do|has) ${repository} [have]`,
    `(what|which|how many) ${issues} are [still|currently] (open|closed) (in|on|for|at) ${repository}`,
    `(list|show [me]) [my|the] (open|closed|all|github|gitlab|gitea) [open|closed] ${issues}`,
  ],
  fill: ({ repository }, { lower }) => ({
    ...(repository as { owner: string; repo: string } | undefined),
    state: /\bclosed\b/.test(lower) ? 'closed' : lower.includes('all issues') ? 'all' : undefined,
  }),
  async act(understood, port) {
    const { slots, writer } = understood
    const { owner, repo, state = 'open' } = slots
    if (owner === undefined || repo === undefined) {
      writer.decline(
        'Which repository? Private ones also need an access token in the REPOHOST_TOKEN setting.',
      )
      return writer.add(askForRepository('Issues', `list ${state} issues in $value`))
    }
    const wish = { action: 'GET_ISSUES', args: { owner, repo, state }, says: true }
    const data = await callTool(port, understood, wish)
    const found = (Array.isArray(data?.['issues']) ? data['issues'] : []) as readonly Issue[]
    if (found.length === 0) return
    writer.add({
      type: 'table',
      caption: `${owner}/${repo}`.slice(0, 300),
      columns: [
        { key: 'number', label: 'Number', type: 'number' },
        { key: 'title', label: 'Title' },
        { key: 'author', label: 'From' },
        { key: 'updated_at', label: 'Changed', type: 'datetime' },
      ],
      rows: found.map(({ number, title, author, updated_at }) => ({
        number,
        title: title.slice(0, 300),
        author,
        updated_at,
      })),
    })
  },
})
