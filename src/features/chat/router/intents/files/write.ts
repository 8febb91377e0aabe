import { basename } from 'node:path'
import { Type } from '../../../../../contract/type.ts'
import { placeName, type FilePlace } from '../../../../../platform/language/values/file-places.ts'
import type { ActPort } from '../../act-port.ts'
import { askFor, textOf, type Understood } from '../../answers/act.ts'
import { callTool, type Wish } from '../../answers/call-tool.ts'
import { plainName } from '../../answers/file-list.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { wantsMore } from '../../exact.ts'
import type { Sentence } from '../../normalize.ts'
import { destinationOf, replacing } from './file-destinations.ts'
import { askForFile, isAll, Place } from './file-slots.ts'
import { lookUp } from './find-file.ts'

const words = '[the (text|word|words|line|sentence|following|following text)|a line] [:]'
const into = '(to|into|in|as) [the end of] [(a|the|my) [new] [text] file [called|named]]'
const create =
  '(create|make|write|start|new|touch) [me] [a|an|the] [new] [empty|blank] [[plain] text] [file|document] [called|named|at]'

export const intent = defineIntent({
  name: 'WRITE_FILE',
  label: 'Write a file',
  example: 'Write "hello" to ~/hello.txt',
  effect: 'adds',
  slots: { path: Type.Optional(Place), content: optional.text, mode: optional.text },
  isExact: true,
  templates: [
    `(write|save|put|store) ${words} {content:exact} ${into} {path:textfile}`,
    `(append|add) ${words} {added:exact} ${into} {path:textfile}`,
    `${create} {path:textfile} (with|containing|saying|that says|which says|and write|and put) [the] [content|contents|text|word|words|line] [:] {content:exact} [in it|into it]`,
    `${create} {new:textfile}`,
    '(create|make|new) [me] [a|an] [new|empty] [text] file',
  ],
  fill(captured, said) {
    if (/https?:/.test(said.lower)) return undefined
    const made = captured['new'] as FilePlace | undefined
    if (made) return isAll(said) && isNamed(made, said) ? { path: made, content: '' } : undefined
    const path = captured['path']
    return path ? writing(path, captured, isAll(said)) : {}
  },
  async act(understood, port) {
    const { slots, writer } = understood
    if (!slots.path) return writer.add(askForFile('New file', 'Create a file', '~/notes.txt'))
    const path = await newPath(understood, port, slots.path)
    if (path === undefined) return
    const { content } = slots
    const isAdded = slots.mode === 'append'
    if (content === undefined) return writer.add(askForContent(path, isAdded))
    const wish: Wish = isAdded
      ? {
          action: 'WRITE_FILE',
          args: { path, content: await addedText(understood, port, { path, content }), mode: 'append' },
        }
      : { action: 'WRITE_FILE', args: { path, content }, ...(await replacing(port, understood, path)) }
    const data = await callTool(port, understood, wish)
    if (!data) return
    const written = textOf(data, 'path') ?? path
    writer.say(writtenSentence(plainName(written), { content, isAdded, isNew: data['created'] === true }))
    writer.add({ type: 'file', name: basename(written).slice(0, 300), path: written })
  },
})

const codeFile = /\.(?:py|js|ts|sh|css|sql|html?|json|ya?ml|toml|ini|conf|xml|tex)$/i

function writing(path: FilePlace, { content, added }: Readonly<Record<string, unknown>>, isOneWish: boolean) {
  const said = (content ?? added) as string
  const text = contentOf(said)
  // What is described must be had first; what is only pointed at can be asked for.
  if (text === undefined && (!isOneWish || !unsaid.test(said.trim()))) return undefined
  // "add logging to server.ts" wants no such word at its end.
  if (added !== undefined && !/["']/.test(said) && codeFile.test(placeName(path))) return undefined
  return { path, content: text, mode: added === undefined ? undefined : 'append' }
}

/** "a table from sales.csv" is no name, unless something is called so. */
function isNamed({ name = '', isQuoted }: FilePlace, { lower }: Sentence): boolean {
  const isSentence = / (?:from|of|out of|in|about|with|for|the|an?|my|to|and) /i.test(name)
  return !isSentence || isQuoted === true || /\b(?:called|named)\b/.test(lower)
}

const unsaid =
  /^(?:it|this|that|them|these|those|something|(?:(?:an?|the|some|this) )?(?:new )?(?:lines?|texts?|words?|sentences?|paragraph|entry))$/i

/** What stands in quotes, or words that stand for themselves: "this" and "the list" are not written out. */
function contentOf(said: string): string | undefined {
  const quoted = /^(?:"(.*)"|'(.*)')$/s.exec(said.trim())
  if (quoted) return quoted[1] ?? quoted[2]
  const isElsewhere =
    /^(?:it|this|that|them|these|those|the|my|an?|all|every\w*|some\w*|your|what|our|their|his|her)\b/i.test(
      said.trim(),
    )
  return isElsewhere || said.includes('"') || wantsMore(said) ? undefined : said.trim()
}

function writtenSentence(
  path: string,
  { content, isAdded, isNew }: { content: string; isAdded: boolean; isNew: boolean },
): string {
  if (content === '') return `Created the empty file ${path}.`
  if (!isAdded) return `Wrote “${plainName(content)}” to ${path}.`
  return `Added “${plainName(content)}” to ${isNew ? `the new file ${path}` : `the end of ${path}`}.`
}

function askForContent(path: string, isAdded: boolean) {
  return askFor({
    title: basename(path).slice(0, 100),
    label: isAdded ? 'What should I add?' : 'What should I write?',
    placeholder: 'Text',
    message: `${isAdded ? 'Append' : 'Write'} "$value" to "${path.replaceAll('$', '$$$$')}"`,
    submit: isAdded ? 'Add' : 'Write',
  })
}

/** A line of its own, whether or not the one before it was ended. */
async function addedText(
  understood: Understood,
  port: ActPort,
  { path, content }: { path: string; content: string },
): Promise<string> {
  const before = await lookUp(port, understood, { action: 'READ_FILE', args: { path } })
  const text = before?.['content']
  if (typeof text !== 'string' || text === '' || before?.['truncated'] === true) return `${content}\n`
  return text.endsWith('\n') ? `${content}\n` : `\n${content}`
}

/** A file that may be new: a bare name is that of a file in the home folder. */
async function newPath(understood: Understood, port: ActPort, place: FilePlace): Promise<string | undefined> {
  if (place.path !== undefined) return destinationOf(port, understood, { to: place })
  return `${place.folder ?? '~'}/${place.name!}`
}
