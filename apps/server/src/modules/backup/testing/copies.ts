/** A backup of a small service, and copies of it to be damaged. */

import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../../../test/database.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { backUpService, restoreService } from '../../../backup.ts'
import { createPlace, type Place } from './places.ts'
import { ask, findDatabaseUrl } from './tables.ts'

export interface Copies {
  readonly kit: TestService
  /** The settings of the service. */
  readonly env: Readonly<Record<string, string>>
  /** Where nothing is yet. */
  readonly place: Place
  readonly snapshot: string
  /** The copy that may be damaged. */
  folder(): string
  /** A path in the snapshot of the copy. */
  within(...path: string[]): string
  /** Makes a new copy. */
  renew(): Promise<void>
  /** Restores the copy to the empty place. */
  restore(settings?: Record<string, string>, snapshot?: string): Promise<unknown>
  /** Asserts that nothing is there afterwards: neither in the folder nor in the database. */
  assertNothingRestored(): Promise<void>
  assertEmptyDatabase(): Promise<void>
  remove(): Promise<void>
}

/** Starts a service with three clips of few bytes, and makes a backup of it. */
export async function openCopies(): Promise<Copies> {
  const kit = await startTestService()
  const prId = (await kit.createProduction()).id
  for (const text of ['one', 'two', 'three']) await addFile(kit, prId, await createClip(kit, prId), Buffer.from(text))
  const { platform } = kit.service
  const databaseUrl = await findDatabaseUrl(platform.database)
  const env = { RUSHES_DATA: platform.config.dataDir, RUSHES_DATABASE_URL: databaseUrl, ...kit.storage }
  const home = await mkdtemp(join(tmpdir(), 'rushes-copies-'))
  const { snapshot } = await backUpService(env, silentLog, { folder: join(home, 'whole') })
  const place = await createPlace(databaseUrl)
  let count = 0
  const folder = () => join(home, `copy ${count}`)
  async function assertEmptyDatabase(): Promise<void> {
    const sql = `select relname from pg_class where relnamespace = 'public'::regnamespace`
    assert.deepEqual(await ask(place.databaseUrl, sql), [])
  }
  return {
    ...{ kit, env, place, snapshot, folder, assertEmptyDatabase },
    within: (...path) => join(folder(), 'snapshots', snapshot, ...path),
    async renew() {
      count++
      await cp(join(home, 'whole'), folder(), { recursive: true })
    },
    restore: (settings = {}, wanted) =>
      restoreService({ ...place.env, ...settings }, silentLog, { folder: folder(), snapshot: wanted }),
    async assertNothingRestored() {
      assert.deepEqual(await readdir(place.dataDir), [])
      await assertEmptyDatabase()
    },
    async remove() {
      await place.remove()
      await kit.stop()
      await rm(home, { recursive: true })
    },
  }
}
