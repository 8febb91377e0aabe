import type { Component } from '../contract/component-schema.ts'
import type { CommandCall } from './command.ts'
import type { Fetched, Ink } from './draw/ink.ts'
import { callServiceForJson } from './running-service.ts'
import type { Terminal } from './terminal.ts'
import { printableLines } from './text-width.ts'

const NOTHING_FETCHED = (): undefined => undefined

export function inkFor(terminal: Terminal, fetched: Ink['fetched'] = NOTHING_FETCHED): Ink {
  return {
    width: terminal.width,
    cuts: terminal.isInteractive,
    style: (style, text) => terminal.style(style, text),
    now: new Date(),
    fetched,
  }
}

/** Components as text, with the live and kept data that they show. */
export async function drawAnswer(
  components: readonly Component[],
  call: Pick<CommandCall, 'terminal' | 'flags' | 'environment' | 'reach'>,
): Promise<string> {
  const [{ drawComponents }, { sourceOf }] = await Promise.all([
    import('./draw/components.ts'),
    import('./draw/sources.ts'),
  ])
  const shown = components.map((component) => cleaned(component) as Component)
  const found = new Map<object, Fetched>()
  await Promise.all(
    allOf(shown).map(async (component) => {
      const source = sourceOf(component)
      if (!source) return found.set(component, { data: {} })
      try {
        return found.set(component, { data: cleaned(await callServiceForJson<unknown>(call, source)) })
      } catch (error) {
        return found.set(component, { problem: error instanceof Error ? error.message : String(error) })
      }
    }),
  )
  return drawComponents(
    shown,
    inkFor(call.terminal, (component) => found.get(component)),
  ).join('\n')
}

/** The same without what could move the cursor or colour the screen, wherever it stands. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return printableLines(value).join('\n')
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleaned(member)]))
}

/** The components and whatever stands inside of them. */
function allOf(components: readonly Component[]): Component[] {
  return components.flatMap((component) => [component, ...allOf(childrenOf(component))])
}

function childrenOf({ children, tabs }: Component): Component[] {
  const inTabs = Array.isArray(tabs)
    ? tabs.flatMap((tab: { children?: unknown }) => (Array.isArray(tab.children) ? tab.children : []))
    : []
  return [...(Array.isArray(children) ? children : []), ...inTabs] as Component[]
}
