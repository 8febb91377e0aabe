import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { createClient } from '../src/client/client.ts'
import { httpTransport } from '../src/client/http-transport.ts'
import { served, skillStage, stateOf } from './mcp-skills-stage.ts'
import { newProgram, type Program } from './program.ts'

// It tries the examples of docs/skills.md.

let program: Program
let stage: ReturnType<typeof skillStage>
beforeAll(async () => {
  program = await newProgram()
  const { address } = await program.start()
  stage = skillStage({ client: createClient(httpTransport({ baseUrl: address })), folder: program.folder })
})
afterAll(() => program[Symbol.asyncDispose]())

const skills = (...words: string[]) => program.run(['skills', ...words])

test(
  'a skill of a server is shown with its scripts, enabled and disabled',
  { timeout: 120_000 },
  async () => {
    await stage.add('docs', stateOf(served('refunds', { 'scripts/sum.py': 'print("a script")\n' })))
    await expect.poll(() => stage.status('docs:refunds')).toBe('unconfirmed')
    expect((await skills()).stdout).toMatch(/docs:refunds\s+unconfirmed\s+What refunds is for\./)
    const shown = (await skills('show', 'docs:refunds')).stdout
    expect(shown).toContain('MCP server: docs\nAddress: skill://refunds/SKILL.md')
    expect(shown).toContain('scripts/sum.py (18 bytes, script)')
    const enabled = await skills('enable', 'docs:refunds', '--yes')
    expect(enabled.stderr).toContain('scripts/sum.py:\nprint("a script")')
    expect(enabled.stdout).toContain('docs:refunds is enabled.')
    expect((await skills('disable', 'docs:refunds')).stdout).toBe('docs:refunds is disabled.\n')
    expect(await skills('remove', 'docs:refunds', '--yes')).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringContaining('belongs to the MCP server docs'),
    })
  },
)
