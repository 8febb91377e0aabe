import { componentsIn } from '../../components/describe.ts'
import type { Component } from '../../contract/component-schema.ts'
import type { Block } from '../../contract/text/blocks.ts'
import {
  chatBlocksWithPictures,
  type ChatBlock,
  type SentFile,
} from '../../platform/correspondence/cards/chat-blocks.ts'

/** Of one answer; what more it names is told in words. */
const MAX_FILES = 10

/** What an answer says in a channel: a question is a message of its own, for it may have buttons, and so is a file. */
export async function channelBlocks(
  components: readonly Component[],
  describe: (component: Component) => Promise<readonly Block[]>,
): Promise<readonly ChatBlock[]> {
  const blocks: ChatBlock[] = []
  let room = MAX_FILES
  for (const component of components) {
    const told = chatBlocksWithPictures(await describe(component))
    const { type, confirmation_id } = component as { type: string; confirmation_id?: unknown }
    const files = componentsIn([component]).flatMap(filesOf).slice(0, room)
    room -= files.length
    if (type === 'confirmation' && typeof confirmation_id === 'string')
      blocks.push({ kind: 'question', confirmation_id, blocks: told })
    else if (type === 'file' && files.length > 0)
      blocks.push(...files.map((file) => ({ ...file, inWords: told })))
    // What stands around files inside of something else is said in any case.
    else blocks.push(...told, ...files)
  }
  return blocks
}

/** Only what the component itself names: no address on the web, and nothing that stands in a text. */
function filesOf(component: Component): SentFile[] {
  const { type, name, path, file_id } = component
  if (type !== 'file' || typeof name !== 'string') return []
  if (typeof path === 'string') return [{ kind: 'file', name, path, inWords: [] }]
  return typeof file_id === 'string' ? [{ kind: 'file', name, file_id, inWords: [] }] : []
}
