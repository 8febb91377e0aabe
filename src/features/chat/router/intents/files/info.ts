import { basename } from 'node:path'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { textOf } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { plainName, sizeText } from '../../answers/file-list.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { isAll, Place } from './file-slots.ts'
import { findPlace } from './find-file.ts'

const changed = '(changed|modified|edited|updated|saved|created|downloaded)'

export const intent = defineIntent({
  name: 'FILE_INFO',
  label: 'File size',
  example: 'How big is my Documents folder?',
  slots: { path: Place, asks: required.text },
  needs: ['path'],
  isExact: true,
  templates: [
    '(how (big|large|heavy)|what size) (is|are) {path:file}',
    "[what is|what's|whats|tell me|show me|get] [the] [file|folder|total] size of {path:file}",
    'how many (files|things|items|documents) (are|do i have|are there|have i got) [there] (in|on|inside) {path:file}',
    'how much [disk] (space|room) (does|do|is) {path:file} (take|use|need|occupy|taking|using) [up]',
    `when (was|were) {changed:file} [last] ${changed}`,
    'when did i [last] (change|modify|edit|update|save|create|download) {changed:file}',
    '[file] (info|information) (about|for|on|of) {path:file}',
  ],
  fill({ path, changed: dated }, said) {
    if (!isAll(said)) return undefined
    return dated === undefined
      ? { path: path as FilePlace, asks: 'size' }
      : { path: dated as FilePlace, asks: 'time' }
  },
  async act(understood, port) {
    const { slots, writer, when } = understood
    const path = await findPlace(port, understood, slots.path)
    if (path === undefined) return
    const data = await callTool(port, understood, { action: 'FILE_INFO', args: { path, measure: true } })
    if (!data) return
    const name = plainName(basename(textOf(data, 'path') ?? path) || path)
    const at = new Date(String(data['modified_at'])).toLocaleString('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: when.timeZone,
    })
    if (slots.asks === 'time') writer.say(`${name} was last changed on ${at}.`)
    else if (typeof data['total_bytes'] === 'number') {
      const files = Number(data['total_files'])
      writer.say(
        `${name} has ${sizeText(data['total_bytes'])} in ${files} ${files === 1 ? 'file' : 'files'}.`,
      )
    } else writer.say(`${name} is ${sizeText(Number(data['bytes']))}, last changed on ${at}.`)
    if (data['type'] !== 'folder')
      writer.add({
        type: 'file',
        name: basename(path).slice(0, 300),
        path: textOf(data, 'path') ?? path,
        size_bytes: Number(data['bytes']),
      })
  },
})
