/** The long form of what is tested on object stores: all that asks a service on the first store, then the second store. */

import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

run({}, 'scripts/build-peers.ts', 'versitygw', 'minio')
run({}, 'scripts/testing/test.ts', '--objects', '--whole')
const second = { RUSHES_TEST_OBJECT_STORE: 'minio' }
run(second, 'scripts/testing/test.ts', '--objects')
run(
  second,
  'scripts/testing/test.ts',
  'apps/server/src/platform/blobs/stores.test.ts',
  'apps/server/test/running/object-store.test.ts',
  'apps/cli/test/engines/storage.test.ts',
  ...globSync('apps/server/test/running/cluster/*.test.ts'),
)

/** Runs a script with these variables; ends where it fails. */
function run(environment: Record<string, string>, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  if (status !== 0) process.exit(status ?? 1)
}
