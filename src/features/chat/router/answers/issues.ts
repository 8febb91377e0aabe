import { askFor, textOf, type Act, type Understood } from './act.ts'
import { callTool, type ToolDeps } from './call-tool.ts'

interface IssueDeps extends ToolDeps {
  readonly isSet: (name: string) => boolean
}

/** Issues of repositories on GitHub, GitLab or Gitea. */
export function issueActs(deps: IssueDeps): Readonly<Record<string, Act>> {
  return {
    'issue.list': (understood) => listIssues(deps, understood),
    'issue.add': (understood) => addIssue(deps, understood),
  }
}

interface Issue {
  readonly number: number
  readonly title: string
  readonly state: string
  readonly author: string | null
  readonly updated_at: string | null
}

async function listIssues(deps: IssueDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const [owner, repo] = [textOf(slots, 'owner'), textOf(slots, 'repo')]
  const state = textOf(slots, 'state') ?? 'open'
  if (owner === undefined || repo === undefined) {
    voice.decline(
      'Of which repository? Private ones also need an access token in REPOHOST_TOKEN in the settings.',
    )
    return voice.add(
      askFor({
        title: 'Issues',
        label: 'Repository',
        placeholder: 'owner/name',
        message: `list ${state} issues in $value`,
      }),
    )
  }
  const data = await callTool(deps, understood, {
    action: 'GET_ISSUES',
    args: { owner, repo, state },
    says: true,
  })
  const issues = (Array.isArray(data?.['issues']) ? data['issues'] : []) as readonly Issue[]
  if (issues.length === 0) return
  voice.add({
    type: 'table',
    caption: `${owner}/${repo}`.slice(0, 300),
    columns: [
      { key: 'number', label: 'Number', type: 'number' },
      { key: 'title', label: 'Title' },
      { key: 'author', label: 'From' },
      { key: 'updated_at', label: 'Changed', type: 'datetime' },
    ],
    rows: issues.map(({ number, title, author, updated_at }) => ({
      number,
      title: title.slice(0, 300),
      author,
      updated_at,
    })),
  })
}

async function addIssue(deps: IssueDeps, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const [owner, repo, title] = ['owner', 'repo', 'title'].map((name) => textOf(slots, name))
  if (!deps.isSet('REPOHOST_TOKEN'))
    return voice.say(
      'Issues are taken only from people that the service knows: put an access token into REPOHOST_TOKEN in the settings (and REPOHOST_KIND, REPOHOST_URL where it is not GitHub). Nothing was opened.',
    )
  if (title === undefined)
    return voice.decline(
      'What is it about? Say for instance: create an issue in owner/name: login broken. Nothing was opened.',
    )
  if (owner === undefined || repo === undefined) {
    voice.decline('In which repository? Nothing was opened yet.')
    return voice.add(
      askFor({
        title: 'New issue',
        label: 'Repository',
        placeholder: 'owner/name',
        message: `create an issue in $value: ${title}`.slice(0, 4_000),
      }),
    )
  }
  await callTool(deps, understood, {
    action: 'CREATE_ISSUE',
    args: { owner, repo, title: title.slice(0, 250) },
    says: true,
    askBecause: `The issue “${title.slice(0, 200)}” would be opened in ${owner}/${repo}.`,
  })
}
