import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { startCluster, type Cluster, type Door } from './postgres.ts'
import { describeWorkflows } from './workflow-behaviour.ts'
import { createTemplate, forgetLiving, openShared } from './workflow-shared.ts'

let cluster: Cluster
let template: string

beforeAll(async () => {
  cluster = await startCluster()
  template = await createTemplate(cluster)
})

afterAll(() => cluster[Symbol.asyncDispose]())

describeWorkflows({
  name: 'PostgreSQL',
  async open() {
    const url = await cluster.createDatabase(template)
    const doors: Door[] = []
    let next = await cluster.openDoor(url)
    const leases = () =>
      cluster.sql('SELECT lease FROM deskhand.workflow_steps WHERE lease IS NOT NULL', url).split('\n')
    return {
      openBackend: (options) => {
        doors.push(next)
        return openShared(next.url, options)
      },
      async crash() {
        doors.at(-1)!.cut()
        const left = new Set(leases().filter(Boolean))
        forgetLiving(cluster, url)
        next = await cluster.openDoor(url)
        return async () => {
          while (leases().some((lease) => left.has(lease))) await sleep(50)
        }
      },
      async [Symbol.asyncDispose]() {
        for (const door of doors) door.cut()
        cluster.dropDatabase(url)
      },
    }
  },
})
