import { textOf, type Act, type Understood } from './act.ts'
import { callTool as call, type ToolDeps } from './call-tool.ts'

const PREVIEW = 20_000

/** Pages and searches that a sentence named whole. */
export function webActs(deps: ToolDeps): Readonly<Record<string, Act>> {
  return {
    FETCH_PAGE: (understood) => showPage(deps, understood),
    WEB_SEARCH: (understood) => showResults(deps, understood),
  }
}

async function showPage(deps: ToolDeps, understood: Understood): Promise<void> {
  const { writer } = understood
  const args = { ...argsOf(understood), max_characters: PREVIEW }
  const data = await call(deps, understood, { action: 'FETCH_PAGE', args })
  if (!data) return
  const url = textOf(data, 'final_url') ?? ''
  writer.add({ type: 'link', url, label: textOf(data, 'title') ?? url.slice(0, 300) })
  // Letter by letter: what a stranger wrote is not drawn as if it were the answer.
  const content = textOf(data, 'content')
  if (content === undefined) writer.decline("The page has no text. It may need scripts, which I don't run.")
  else writer.add({ type: 'code', code: content, wrap: true })
  if (data['truncated'] === true) writer.say('This is only the beginning of the page.')
}

async function showResults(deps: ToolDeps, understood: Understood): Promise<void> {
  const { writer } = understood
  const data = await call(deps, understood, { action: 'WEB_SEARCH', args: argsOf(understood), says: true })
  for (const result of (data?.['results'] ?? []) as readonly Record<string, unknown>[]) {
    const description = textOf(result, 'snippet')
    writer.add({
      type: 'link',
      url: textOf(result, 'url') ?? '',
      label: textOf(result, 'title') ?? '',
      ...(description !== undefined && { description }),
    })
  }
}

function argsOf({ slots }: Understood): Record<string, unknown> {
  return (slots['args'] ?? {}) as Record<string, unknown>
}
