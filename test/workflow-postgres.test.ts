import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { startCluster, type Cluster, type ServerAddress } from './postgres.ts'
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
  isSlow: true,
  async open() {
    const url = await cluster.createDatabase(template)
    const addresses: ServerAddress[] = []
    let next = await cluster.openAddress(url)
    const leases = () =>
      cluster.sql('SELECT lease FROM deskhand.workflow_steps WHERE lease IS NOT NULL', url).split('\n')
    return {
      openBackend: (options) => {
        addresses.push(next)
        return openShared(next.url, options)
      },
      async crash() {
        addresses.at(-1)!.cut()
        const left = new Set(leases().filter(Boolean))
        forgetLiving(cluster, url)
        next = await cluster.openAddress(url)
        return async () => {
          while (leases().some((lease) => left.has(lease))) await sleep(50)
        }
      },
      async [Symbol.asyncDispose]() {
        for (const address of addresses) address.cut()
        await cluster.dropDatabase(url)
      },
    }
  },
})
