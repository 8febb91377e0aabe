import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { askForRepository, repository } from './repository.ts'
import { written } from './written.ts'
import { capital } from '../../../../../platform/language/capital.ts'

const issue =
  '(create|open|file|add|make|new|report|raise) [a|an|the] [new] [github|gitlab|gitea] (issue|bug|bug report|ticket)'
const inside = `(in|on|for|at) ${repository}`
const title = '(:|called|titled|named|with the title|about|that|saying) {title} [with [the] body {body}]'

export const intent = defineIntent({
  name: 'issue.add',
  label: 'New issue',
  example: 'Create an issue in octocat/hello-world: login broken',
  effect: 'starts',
  slots: { owner: optional.text, repo: optional.text, title: optional.text, body: optional.text },
  templates: [
    `${issue} [${inside}] ${title}`,
    `${issue} ${inside}`,
    `${issue} {title} ${inside}`,
    '(create|open|file|add|make|raise) [a|an] [new] [github|gitlab|gitea] issue [for {title}]',
  ],
  fill: (captured, sentence) =>
    elsewhere.test(sentence.lower)
      ? undefined
      : {
          ...(captured['repository'] as { owner: string; repo: string } | undefined),
          title: capital(written(captured, 'title', sentence)),
          body: capital(written(captured, 'body', sentence)),
        },
  async act(understood, port) {
    const { slots, writer } = understood
    const { owner, repo, title, body } = slots
    if (!port.isSet('REPOHOST_TOKEN'))
      return writer.say(
        "Opening issues needs an access token. Set REPOHOST_TOKEN in the settings (and REPOHOST_KIND and REPOHOST_URL if it isn't GitHub). Nothing was opened.",
      )
    if (title === undefined)
      return writer.decline(
        'What is it about? Say e.g. create an issue in owner/name: login broken. Nothing was opened.',
      )
    if (owner === undefined || repo === undefined) {
      writer.decline('Which repository? Nothing was opened yet.')
      return writer.add(askForRepository('New issue', `create an issue in $value: ${title}`))
    }
    await callTool(port, understood, {
      action: 'CREATE_ISSUE',
      args: { owner, repo, title: title.slice(0, 250), ...(body !== undefined && { body }) },
      says: true,
      askBecause: `This opens the issue “${title.slice(0, 200)}” in ${owner}/${repo}.`,
    })
  },
})

/** Reported to somebody else. */
const elsewhere = /\b(?:flight|bank|card|plane|board)\b/
