import type { Component } from '../../contract/component-schema.ts'
import { writeBlocks } from '../../contract/text/write-blocks.ts'
import type { CommandCall } from '../command.ts'
import { describeAnswer } from '../draw-answer.ts'

/** Components as an editor shows them, with the data that they show just now. */
export async function markdownOf(components: readonly Component[], call: CommandCall): Promise<string> {
  const parts = await describeAnswer(components, call)
  return parts
    .map((blocks) => writeBlocks(blocks, 'markdown'))
    .filter((text) => text !== '')
    .join('\n\n')
}
