import type { Fetched } from '../components/describe.ts'
import type { Component } from '../contract/component-schema.ts'
import type { Block } from '../contract/text/blocks.ts'
import type { CommandCall } from './command.ts'
import type { Ink } from './draw/ink.ts'
import { callServiceForJson, folderOf, requireService } from './running-service.ts'
import type { Terminal } from './terminal/terminal.ts'
import { printableLines } from './terminal/text-width.ts'

export function inkFor(terminal: Terminal): Ink {
  return {
    width: terminal.width,
    cuts: terminal.isInteractive,
    style: (style, text) => terminal.style(style, text),
  }
}

export interface Drawing {
  /** The conversation that it belongs to. */
  readonly sessionId?: string | undefined
  /** Hears of data that could not be fetched. */
  readonly onProblem?: () => void
}

/** Components as text, with the live and kept data that they show. */
export async function drawAnswer(
  components: readonly Component[],
  call: Pick<CommandCall, 'terminal' | 'flags' | 'environment' | 'reach'>,
  { sessionId, onProblem }: Drawing = {},
): Promise<string> {
  const [parts, { drawParts }] = await Promise.all([
    describeAnswer(components, call, onProblem),
    import('./draw/draw-blocks.ts'),
  ])
  return drawParts(parts, { ...inkFor(call.terminal), page: pageOf(call, sessionId) }).join('\n')
}

/** What components say, with the live and kept data that they show. */
export async function describeAnswer(
  components: readonly Component[],
  call: Pick<CommandCall, 'flags' | 'environment' | 'reach'>,
  onProblem?: () => void,
): Promise<readonly (readonly Block[])[]> {
  const [{ componentsIn, describeComponents }, { sourceOf }] = await Promise.all([
    import('../components/describe.ts'),
    import('../components/sources.ts'),
  ])
  const shown = components.map((component) => cleaned(component) as Component)
  const found = new Map<object, Fetched>()
  await Promise.all(
    componentsIn(shown).map(async (component) => {
      const source = sourceOf(component)
      if (!source) return found.set(component, { data: {} })
      try {
        return found.set(component, { data: cleaned(await callServiceForJson<unknown>(call, source)) })
      } catch (error) {
        onProblem?.()
        return found.set(component, { problem: error instanceof Error ? error.message : String(error) })
      }
    }),
  )
  return describeComponents(shown, { fetched: (component) => found.get(component), now: new Date() })
}

/** The conversation in the browser; from inside the service nobody knows by which address it is reached. */
function pageOf(call: Pick<CommandCall, 'flags' | 'environment' | 'reach'>, sessionId: string | undefined) {
  if (call.reach) return undefined
  const { localAddress } = requireService(folderOf(call))
  return sessionId === undefined ? localAddress : `${localAddress}/chat/${encodeURIComponent(sessionId)}`
}

/** The same without what could move the cursor or colour the screen, wherever it stands. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return printableLines(value).join('\n')
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleaned(member)]))
}
