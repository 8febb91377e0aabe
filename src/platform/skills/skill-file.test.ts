import { expect, test } from 'vitest'
import { skillText } from '../../../test/skill-folders.ts'
import { readSkillFile } from './skill-file.ts'

const read = (text: string) => readSkillFile(Buffer.from(text))
const refusal = async (text: string) =>
  read(text).then(
    () => 'It was read.',
    (error: unknown) => (error as Error).message,
  )

test('a skill with all fields is read, and every value is the text that stands there', async () => {
  const { manifest, body } = await read(
    `---
name: pdf-report
description: >
  Makes reports from tables.
  Use it when the user asks for a report.
license: MIT
compatibility: Requires Python 3.11+
allowed-tools: Bash(git add:*) Read
metadata:
  version: 1.0
  openclaw: {requires: {bins: [jq, "rm -rf"]}}
---
# How

Begin.
`.replaceAll('\n', '\r\n'),
  )
  expect(manifest).toEqual({
    name: 'pdf-report',
    description: 'Makes reports from tables. Use it when the user asks for a report.',
    license: 'MIT',
    compatibility: 'Requires Python 3.11+',
    allowedTools: ['Bash(git add:*)', 'Read'],
    metadata: { version: '1.0', openclaw: '{"requires":{"bins":["jq","rm -rf"]}}' },
    programs: ['jq'],
    notes: [],
  })
  expect(body).toBe('# How\n\nBegin.')
})

test.each([
  ['[Read, Write]', ['Read', 'Write']],
  ['\n  - Read\n  - Bash', ['Read', 'Bash']],
  ['Read Write', ['Read', 'Write']],
])('allowed-tools may be a list or words: %j', async (written, tools) => {
  const { manifest } = await read(skillText('a', { 'allowed-tools': written }))
  expect(manifest.allowedTools).toEqual(tools)
})

test.each([
  ['MySkill', 'lower case'],
  ['my_skill', 'lower case'],
  ['-my-skill', 'may not begin or end with a hyphen'],
  ['my-skill-', 'may not begin or end with a hyphen'],
  ['my--skill', 'two in a row'],
  ['a'.repeat(65), 'longer than 64'],
  ['"../up"', 'lower case'],
  ['"pdf‮"', "characters that can't be seen"],
  ['"раypal"', 'letters a to z'],
  ['""', 'no name'],
])('the name %s is refused', async (name, reason) => {
  expect(await refusal(`---\nname: ${name}\ndescription: D.\n---\nBody`)).toContain(reason)
})

test.each([
  ['no block at the beginning', '# Only text', 'must begin with a block'],
  ['a block without an end', '---\nname: a\ndescription: b', 'must begin with a block'],
  ['no YAML', '---\nname: [a\n---\nBody', 'not valid YAML'],
  ['the same field twice', '---\nname: a\nname: b\ndescription: c\n---\n', 'not valid YAML'],
  ['a list instead of fields', '---\n- a\n---\n', 'no fields'],
  ['no name', '---\ndescription: D.\n---\n', 'it has no name'],
  ['no description', '---\nname: a\n---\n', 'it has no description'],
  ['an empty description', skillText('a', { description: '""' }), 'it has no description'],
  ['a long description', skillText('a', { description: 'x'.repeat(1_025) }), 'more than 1024'],
  ['a long compatibility', skillText('a', { compatibility: 'x'.repeat(501) }), 'more than 500'],
  ['a list as description', skillText('a', { description: '[b]' }), 'its description is not a text'],
  [
    'a description that hides something',
    skillText('a', { description: 'Safe\u{E0041}\u{E0042}' }),
    "can't be seen",
  ],
  ['a map as allowed-tools', skillText('a', { 'allowed-tools': '{a: b}' }), 'allowed-tools'],
  ['a text as metadata', skillText('a', { metadata: 'all' }), 'metadata'],
])('%s is refused with a sentence', async (_, text, reason) => {
  const sentence = await refusal(text)
  expect(sentence).toMatch(/^Can't use the skill: .*\.$/s)
  expect(sentence).toContain(reason)
})

test('aliases that multiply are not followed', async () => {
  const bomb = `---\nname: a\ndescription: b\nmetadata:\n  a: &a [x, x]\n  b: [*a, *a]\n---\n`
  expect(await refusal(bomb)).toContain('not valid YAML')
})

test('bytes that are no text are refused', async () => {
  await expect(readSkillFile(Buffer.from([0x2d, 0xff, 0xfe]))).rejects.toThrow('not UTF-8')
})

test('a field that nobody knows and a long text are noted, not refused', async () => {
  const { manifest } = await read(skillText('a', { model: 'opus' }, 'line\n'.repeat(600)))
  expect(manifest.notes.join(' ')).toMatch(/has no field model.*lines long/)
})
