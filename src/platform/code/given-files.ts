import { constants } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { openInput, readingHandle } from '../files/input-file.ts'
import { isInside } from '../files/links.ts'
import { SCRATCH } from '../sandbox/scratch.ts'

const MAX_GIVEN_BYTES = 512 * 1024 * 1024

/** Copies, so that nothing that the person has is within reach; each under its name and where the person has it. */
export async function copyGiven(
  paths: readonly string[],
  { folder, call }: { folder: string; call: ToolCall },
) {
  await mkdir(folder)
  const given: { from: string; to: string }[] = []
  const names = new Set<string>()
  let total = 0
  for (const path of new Set(paths)) {
    await using input = await openInput(path, call, { name: 'files' })
    // A folder or a device is refused here.
    await using _handle = await readingHandle(input.path, input)
    total += input.held.stats.size
    if (total > MAX_GIVEN_BYTES)
      throw new AppError('too_large', 'The files are larger than 512 MB together. Pass fewer files.')
    const name = freeName(basename(input.path), names)
    const from = join(folder, name)
    await copyFile(input.through, from, constants.COPYFILE_FICLONE)
    given.push({ from, to: `${SCRATCH}/in/${name}` })
    if (isFreePlace(input.path)) given.push({ from, to: input.path })
  }
  return given
}

/** Two files of one name, from different folders, are told apart. */
function freeName(name: string, taken: Set<string>): string {
  const extension = extname(name)
  const stem = name.slice(0, name.length - extension.length)
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${stem}-${number}${extension}`
    if (taken.has(tried)) continue
    taken.add(tried)
    return tried
  }
}

/** Whether nothing of the sandbox itself lies there. */
function isFreePlace(path: string): boolean {
  const taken = `/bin /dev /etc /lib /lib32 /lib64 /libx32 /opt /proc /run /sbin /usr ${SCRATCH}`.split(' ')
  return !taken.some((place) => isInside(path, place))
}
