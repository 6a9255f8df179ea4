/**
 * A program for tests: a worker whose task never ends, to be killed. `node doomed-worker.ts DATABASE_URL LEASE_MS`; it
 * writes a line once it holds the task.
 */
import { argv, stdout } from 'node:process'
import { silentLog } from '../../../../test/database.ts'
import { createDatabase, createPool } from '../../../platform/database/index.ts'
import { implementWorkflow } from '../definition.ts'
import { createWorkflowRuntime } from '../tasks/runtime.ts'
import { single } from './definitions.ts'
import { createWorkerPlatform } from './platform.ts'

const [url = '', leaseMs = ''] = argv.slice(2)
const pool = createPool(url, { info() {}, warn() {}, error() {} })
const { platform } = await createWorkerPlatform(createDatabase(pool, silentLog), pool)
const work = implementWorkflow(single, {
  only: async () => {
    stdout.write('held\n')
    return new Promise(() => {})
  },
})
createWorkflowRuntime(platform, [work], { leaseMs: Number(leaseMs), pollMs: 50 }).start()
