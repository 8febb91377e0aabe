import { silentLog } from '../src/contract/log.ts'
import { sqliteBackend } from '../src/features/workflows/engine/sqlite-backend.ts'
import { describeWorkflows } from './workflow-behaviour.ts'

describeWorkflows({
  name: 'SQLite',
  async open({ database }) {
    return {
      openBackend: ({ now }) => sqliteBackend({ database, now, log: silentLog }),
      async [Symbol.asyncDispose]() {},
    }
  },
})
