import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Static } from '../../../contract/type.ts'
import type { ToolCallSetting } from '../tool-call.ts'
import { refused } from './app-results.ts'
import type { ShowArguments } from './app-tools.ts'
import type { AppsDeps } from './apps-deps.ts'
import type { ViewReads } from './view-reads.ts'

/** Shows components that an outside model wrote, once they fit. */
export async function showComponents(
  { check, tell, reads }: Pick<AppsDeps, 'check' | 'tell'> & { readonly reads: ViewReads },
  { component, components = [] }: Static<typeof ShowArguments>,
  setting: ToolCallSetting,
): Promise<CallToolResult> {
  const given = [...(component ? [component] : []), ...components]
  if (given.length === 0) return refused('Give a component, or several as components.')
  const checked = await check(given)
  if ('problem' in checked) return refused(`Nothing was shown. ${checked.problem}`)
  const message = await tell(checked.components, (source) => reads.forWords(source, setting))
  const words = message === '' ? 'Shown.' : message
  return {
    content: [{ type: 'text', text: words }],
    structuredContent: { message: words, components: [...checked.components] },
  }
}
