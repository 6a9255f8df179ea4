import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { createInstanceName } from '../../../platform/background/lease.ts'
import { openDiskStore } from '../../../platform/blobs/disk-store.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import type { Platform } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { createEventFeed } from '../../../platform/events/feed.ts'
import { createSignals } from '../../../platform/events/signals.ts'
import { createAnswerTurns } from '../../../platform/flow/fair-turns.ts'
import { createFigures } from '../../../platform/log/counters.ts'
import type { Services } from '../../../platform/module.ts'
import { createOutbound } from '../../../platform/security/outbound.ts'
import { createPasswords } from '../../../platform/security/passwords.ts'
import { createIdSource } from '../../../platform/text/ids.ts'

/** A platform without a web server, as a worker process has it; several may share one database. */
export async function createWorkerPlatform(
  db: Database,
  pool: Pool,
): Promise<{ platform: Platform; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rushes-worker-'))
  const log = pino({ level: process.env.RUSHES_TEST_LOG ?? 'silent' })
  const config = readConfig({ NODE_ENV: 'test', RUSHES_DATA: dataDir, RUSHES_PORT: '0' })
  const signals = createSignals(pool, log, false)
  const platform: Platform = {
    config,
    database: db,
    pool,
    databaseUrl: '',
    clock: systemClock,
    log,
    countDroppedRecords: undefined,
    passwords: createPasswords(),
    figures: createFigures(),
    signals,
    eventFeed: createEventFeed(db, signals, log, false),
    turns: createAnswerTurns(),
    memories: new Map(),
    isAlone: false,
    instance: createInstanceName(),
    blobs: await openDiskStore(join(dataDir, 'media')),
    stagingDir: join(dataDir, 'media', 'staging'),
    outbound: createOutbound([]),
    takeId: createIdSource(db),
    secret: { current: randomBytes(32), previous: undefined },
    publicUrl: 'http://rushes.example',
    modules: [],
    services: {} as Services,
  }
  return {
    platform,
    async stop() {
      platform.outbound.stop()
      await signals.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
