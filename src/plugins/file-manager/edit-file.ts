import { stat, writeFile as writeBytes } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { editInTurn } from '../../platform/archives/edit-in-turn.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { unifiedDiff } from '../../platform/language/unified-diff.ts'
import { previewedDiff } from './file-preview.ts'
import { applyEdits, type TextEdit } from './text/exact-edits.ts'
import { encodeText } from './text/text-bytes.ts'
import { hashOf, readWhole } from './text/whole-text.ts'

const maxDiffLength = 20_000
const maxShownDiffLength = 3_000

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the text file; ~ is your home folder' }),
  edits: Type.Array(
    Type.Object({
      old: Type.String({
        minLength: 1,
        description: 'The exact text to replace; it must occur once',
      }),
      new: Type.String({ description: 'The new text; empty deletes the old' }),
      all: Type.Optional(Type.Boolean({ default: false, description: 'Replace every occurrence' })),
    }),
    { minItems: 1, maxItems: 200, description: "Made in this order; if one doesn't match, none are made" },
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was changed' }),
  bytes: Type.Integer({ description: 'Size of the file now' }),
  replacements: Type.Integer({ description: 'Places changed' }),
  diff: Type.String({ description: 'The changes as a unified diff' }),
  diff_truncated: Type.Optional(Type.Boolean({ description: 'Whether the end of a long diff was left out' })),
  sha256_before: Type.String({ description: 'Hash of the file before the change' }),
  sha256: Type.String({ description: 'Hash of the file now' }),
})

export const editFile = defineTool({
  action: 'EDIT_FILE',
  title: 'Edit a file',
  description:
    'Replaces exact pieces of a text file and leaves the rest unchanged. Better than rewriting the whole file.',
  params: Params,
  data: Data,
  risk: 'write',
  // What surrounds a change is in the diff, and so is the nearest text when nothing matches.
  reads: readsFiles(({ path }) => [path]),
  idempotent: false,
  phrases: [
    'replace "colour" with "color" in ~/notes.txt',
    'edit a text file',
    'change a line in a file',
    'fix the typo in my notes file',
  ],
  example: {
    args: { path: '{folder}/notes.txt', edits: [{ old: 'Hello', new: 'Good morning' }] },
  },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'write' }]),
  targets: { paths: ['path'] },
  async preview({ path: given, edits }, call) {
    const path = await allowedPath(given, call)
    const before = await readWhole(path, call)
    const { text } = applyEdits(before.text, { edits, path })
    return [previewedDiff({ path, before: before.text, after: text }, call)]
  },
  async run({ path: given, edits }, call) {
    const path = await allowedPath(given, call)
    const { before, text, bytes, replacements } = await editInTurn(path, () => edit(path, { edits, call }))
    const { text: diff, isCut } = unifiedDiff(before.text, text, { characters: maxDiffLength })
    return {
      message: `Edited ${path}: ${countOf(replacements, 'replacement')}.\n\n${fenced(diff)}\n\nIt now has ${bytesText(bytes.length)}.`,
      data: {
        path,
        bytes: bytes.length,
        replacements,
        diff,
        ...(isCut && { diff_truncated: true }),
        sha256_before: before.sha256,
        sha256: hashOf(bytes),
      },
    }
  },
})

async function edit(path: string, { edits, call }: { edits: readonly TextEdit[]; call: ToolCall }) {
  const { signal } = call
  const before = await readWhole(path, call)
  const { text, replacements } = applyEdits(before.text, { edits, path })
  const bytes = encodeText(text, before)
  const write = async (temporaryPath: string) => {
    await writeBytes(temporaryPath, bytes, { signal })
    // Whoever saved the file in the meantime, in an editor, does not lose it.
    if ((await stat(path)).mtimeMs !== before.modified)
      throw new AppError('conflict', `"${path}" was just changed, so nothing was written. Read it again.`)
  }
  await writeOutput(path, write, { signal, caller: call })
  return { before, text, bytes, replacements }
}

/** Longer than any row of such signs in it, so that it ends where it should. */
function fenced(diff: string): string {
  const shown =
    diff.length <= maxShownDiffLength ? diff : `${diff.slice(0, maxShownDiffLength).toWellFormed()}\n…`
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((row) => row.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${shown}\n${fence}`
}
