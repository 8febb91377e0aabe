import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { filesIn } from '../../answers/file-list.ts'
import { lookUp } from './find-file.ts'

type Files = ReturnType<typeof filesIn>

/** The files in the index that have these words, one after the other. */
export async function inContent(
  understood: Pick<Understood, 'asked'>,
  port: ActPort,
  { words, folder }: { words: string; folder: string | undefined },
): Promise<{ files: Files; missing: string }> {
  const args = {
    query: `"${words.replaceAll('"', ' ')}"`,
    limit: 50,
    ...(folder !== undefined && { folder }),
  }
  const data = await lookUp(port, understood, { action: 'SEARCH_CONTENT', args })
  if (data === undefined) return { files: [], missing: ' PDF and Office files were not searched.' }
  const { complete, waiting } = data['index'] as { complete: boolean; waiting: number }
  const files = data['all_words'] === true ? filesIn(data['results']) : []
  const many = waiting === 0 ? 'Some files are' : waiting === 1 ? '1 file is' : `${waiting} files are`
  return { files, missing: complete ? '' : ` ${many} not indexed yet.` }
}

export function unique(files: Files): Files {
  return files.filter((file, index) => files.findIndex(({ path }) => path === file.path) === index)
}
