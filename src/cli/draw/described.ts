import type { ComponentType } from '../../components/schemas.ts'
import type { Block } from '../../contract/text/blocks.ts'
import { describeComponent } from '../../contract/text/describe-component.ts'
import { printableLines, wrapped } from '../terminal/text-width.ts'
import { factLines } from './basics.ts'
import type { DrawingsOf } from './drawing.ts'
import { below, marked, narrower, plain, quiet, title, type Ink, type Lines } from './ink.ts'
import { codeLine, drawMarkdown, linkText } from './markdown.ts'
import { grid } from './tables.ts'

/** What is no more than what it says looks like its description. */
export const described: DrawingsOf<'link' | 'key_value' | 'profile'> = {
  link: drawDescribed,
  key_value: drawDescribed,
  profile: drawDescribed,
}

function drawDescribed(component: { readonly type: ComponentType }, ink: Ink): Lines {
  const blocks = describeComponent(component, { read: () => '', most: 200 })
  const drawn: string[][] = []
  blocks.forEach((block, index) => {
    const lines = drawBlock(block, ink)
    // What has a title stands right below it.
    if (blocks[index - 1]?.kind === 'heading') drawn.at(-1)!.push(...lines)
    else drawn.push([...lines])
  })
  return below(drawn)
}

function drawBlock(block: Block, ink: Ink): Lines {
  switch (block.kind) {
    case 'text':
      if (block.isQuiet) return quiet(ink, block.text)
      return block.isPlain ? plain(ink, block.text) : drawMarkdown(block.text, ink)
    case 'heading':
      return title(ink, block.text)
    case 'facts':
      return factLines(block.facts, ink)
    case 'table':
      return [
        ...grid({ header: block.heads, rows: block.rows }, ink),
        ...quiet(ink, block.more > 0 ? `… and ${block.more} more` : undefined),
      ]
    case 'list':
      return block.items.flatMap((item, index) => {
        const mark = block.isOrdered ? `${index + 1}. ` : '• '
        return marked(mark, drawMarkdown(item, narrower(ink, mark.length)))
      })
    case 'link':
      return wrapped(linkText(ink, block.label, block.url), ink.width)
    case 'code':
      return printableLines(block.code).map((line) => codeLine(line, ink))
    case 'divider':
      break
  }
  return ['']
}
