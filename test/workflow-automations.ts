import { expect } from 'vitest'
import { automate, definition, feed, said, untilRuns } from './automation-stage.ts'
import { step, type Behaviours } from './workflow-stage.ts'

/** Saved definitions and their versions. */
export const automations: Behaviours = {
  async 'each change makes a version, and an earlier one can be brought back'(stage) {
    const { automations: own } = stage.workflows
    const id = await automate(stage)
    const before = await own.read(id)
    const by = { ifMatch: '"1"', provenance: 'local-client' } as const
    expect(await own.change(id, definition({ name: 'Read more' }), by)).toMatchObject({ version: 2 })
    await expect(own.change(id, definition(), by)).rejects.toMatchObject({ code: 'precondition_failed' })
    // The same once more is no change.
    const again = { ifMatch: undefined, provenance: 'local-client' } as const
    expect(await own.change(id, definition({ name: 'Read more' }), again)).toMatchObject({ version: 2 })
    expect(await own.restore(id, 1, 'local-client')).toMatchObject({ version: 3, name: before.name })
    expect((await own.versions(id)).map(({ version }) => version)).toEqual([3, 2, 1])
    expect(await own.list()).toMatchObject([{ automation_id: id, version: 3, trigger_types: ['feed'] }])
    await own.remove(id)
    await expect(own.read(id)).rejects.toMatchObject({ code: 'not_found' })
  },

  async 'what cannot run is refused with every reason'(stage) {
    const wrong = definition({
      inputs: { type: 'string' },
      secrets: ['NOBODY'],
      pins: { gone: 1 },
      triggers: [
        { ...feed, when: '$event.x ==' },
        { ...feed, debounce_s: 1, batch_s: 1 },
        { id: 'clock', type: 'schedule', cron: 'nonsense' },
      ],
      steps: [step('a', 'ECHO', { args: { value: '$unknown', text: 'Bearer $secret.NOBODY' } })],
    })
    const refusal = await stage.workflows.automations.create(wrong, 'local-client').catch((error) => error)
    expect((refusal.errors as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([
      '/body/inputs',
      '/body/pins/gone',
      '/body/secrets/0',
      '/body/steps/0/args/text',
      '/body/steps/0/args/value',
      '/body/triggers/0/when',
      '/body/triggers/1/batch_s',
      '/body/triggers/1/id',
      '/body/triggers/2/cron',
    ])
  },

  async 'a run by hand takes inputs, with their defaults'(stage) {
    const inputs = {
      type: 'object',
      properties: { folder: { type: 'string' }, count: { type: 'integer', default: 2 } },
      required: ['folder'],
    }
    const steps = [step('say', 'ECHO', { args: { value: ['$inputs.folder', '$inputs.count', '$event'] } })]
    const id = await automate(stage, { inputs, steps, triggers: [] })
    const { automations: own } = stage.workflows
    const run = await own.run(id, { inputs: { folder: '~/x' } }, 'local-client')
    expect(said([await stage.until(run, 'completed')])).toEqual([['~/x', 2, null]])
    await expect(own.run(id, { inputs: { folder: 1, more: 2 } }, 'local-client')).rejects.toMatchObject({
      errors: [{ path: '/body/inputs/more' }, { path: '/body/inputs/folder' }],
    })
    expect((await own.read(id)).last_run).toMatchObject({ workflow_id: run, version: 1, trigger: null })
    await stage.create([step('a', 'ECHO')])
    const { workflows } = await stage.call('list', { query: { automation_id: id } })
    expect(workflows.map(({ workflow_id }) => workflow_id)).toEqual([run])
  },

  async 'secrets are in the call alone, and only where the definition says so'(stage) {
    await stage.workflows.secrets.set('TOKEN', 'hush-hush')
    const steps = [step('say', 'ECHO', { args: { value: { a: '$secret.TOKEN', b: '$event.text' } } })]
    const id = await automate(stage, { steps, secrets: ['TOKEN'] })
    stage.source.happen('x', { text: '$secret.TOKEN' })
    const [run] = await untilRuns(stage, id, 1)
    expect(stage.puppets.calls[0]!.args).toMatchObject({ value: { a: 'hush-hush', b: '$secret.TOKEN' } })
    const { events } = await stage.call('history', { params: { workflow_id: run!.workflow_id } })
    expect(JSON.stringify([events, run!.variables, run!.steps])).not.toContain('hush-hush')
  },

  async 'one step is tried with pinned data or that of the last run'(stage) {
    const steps = [
      step('find', 'GIVE', { args: { data: { list: [1, 2] } } }),
      step('say', 'ECHO', { args: { value: '$find.list' }, depends_on: ['find'] }),
    ]
    const id = await automate(stage, { steps, triggers: [] })
    const { tries, automations: own } = stage.workflows
    await expect(tries.start(id, { step_id: 'say' }, 'local-client')).rejects.toMatchObject({
      code: 'conflict',
    })
    const pinned = await tries.start(id, { step_id: 'say', pins: { find: { list: '$5' } } }, 'local-client')
    expect(said([await stage.until(pinned, 'completed')])).toEqual(['$5'])
    expect(stage.puppets.ran('GIVE')).toBe(0)
    await stage.until(await own.run(id, {}, 'local-client'), 'completed')
    const last = await tries.start(id, { step_id: 'say' }, 'local-client')
    expect(said([await stage.until(last, 'completed')])).toEqual([[1, 2]])
    expect(stage.puppets.ran('GIVE')).toBe(1)
  },

  async 'an exported automation is imported switched off, and its steps stay those of others'(stage) {
    const { automations: own } = stage.workflows
    const steps = [step('say', 'SEND', { args: { to: 'x' } }), step('more', 'ECHO')]
    const pins = { say: { private: 'data' } }
    const id = await automate(stage, { steps, pins, mode: 'skip', description: 'Why' })
    const document = await own.export(id)
    expect(document).toMatchObject({
      format: 'deskhand.automation',
      version: 2,
      name: 'Read news',
      triggers: [feed],
      mode: 'skip',
      provenance: { say: 'local-client', more: 'local-client' },
    })
    expect(JSON.stringify(document)).not.toContain('private')
    const claims = { ...document, provenance: { say: 'local-client', more: 'model' } }
    const brought = await own.import(claims, 'local-client')
    expect(brought).toMatchObject({ enabled: false, version: 1, steps, description: 'Why' })
    const { automation_id } = brought
    expect((await own.export(automation_id)).provenance).toEqual({ say: 'import', more: 'model' })

    // Another name, another order and a new step make only the new step one's own.
    const moved = [steps[0]!, { ...steps[1]!, depends_on: ['own'] }]
    const mine = step('own', 'SEND', { args: { to: 'y' } })
    const added = definition({ name: 'Mine', steps: [mine, ...moved] })
    await own.change(automation_id, added, { ifMatch: undefined, provenance: 'local-client' })
    expect((await own.export(automation_id)).provenance).toEqual({
      say: 'import',
      more: 'model',
      own: 'local-client',
    })
    const run = await own.run(automation_id, {}, 'local-client')
    await stage.untilStep(run, 'say', 'waiting')
    await stage.untilStep(run, 'own', 'completed')
    expect(stage.puppets.calls.map(({ args }) => args['to']).filter(Boolean)).toEqual(['y'])
  },
}
