import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What commits need of the person's own settings: who they are. Helpers, tokens and aliases stay outside. */
const PASSED = /^\s*(name|email|defaultBranch)\s*=\s*(.*)$/i
const SECTIONS = /^\s*\[(user|init)\]\s*$/i

export async function gitSettings(home: string): Promise<string> {
  const files = [join(home, '.config', 'git', 'config'), join(home, '.gitconfig')]
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8').catch(() => '')))
  return texts.map(partOf).join('')
}

function partOf(text: string): string {
  let isPassed = false
  const lines = text.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) isPassed = SECTIONS.test(line)
    return isPassed && (SECTIONS.test(line) || PASSED.test(line))
  })
  return lines.map((line) => `${line}\n`).join('')
}
