import { hostname } from 'node:os'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Insertable } from 'kysely'
import { startBackground } from '../../../platform/background/background.ts'
import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { markChanged } from '../../search/index.ts'
import type { RequestTimingTable } from '../tables.ts'
import { insertTimings } from './timing-store.ts'

/** How long the requests of this process took. */
export interface Timings {
  /** Counts a request in memory: nothing is written here. */
  record(endpoint: string, status: number, ms: number): void
  /** Writes the minutes that are over. */
  flush(): Promise<void>
  /** Writes what is left: the service ends. */
  finish(): Promise<void>
}

const minuteMs = 60_000
/** Endpoints of past minutes that wait for the database to come back; beyond these the oldest are forgotten. */
const mostWaiting = 10_000
/** Durations are counted in microseconds, with two figures, up to an hour. */
const precision = { lowest: 1, highest: 3_600_000_000, figures: 2 }

interface Tally {
  readonly durations: RecordableHistogram
  refused: number
  failed: number
}

type Row = Insertable<RequestTimingTable>

declare module '../../../platform/module.ts' {
  interface Services {
    readonly timings: Timings
  }
}

/** Writes what is measured once a minute; the result ends that, and writes what is left. */
export function startTimings(platform: Platform): () => Promise<void> {
  const { timings } = platform.services
  const stop = startBackground(platform, { name: 'timings', everyMs: minuteMs, run: () => timings.flush() })
  return async () => {
    await stop()
    await timings.finish()
  }
}

/** Measures in memory; what is written is by endpoint and minute. */
export function createTimings(platform: Platform): Timings {
  const host = hostname()
  let minute = 0
  let tallies = new Map<string, Tally>()
  let waiting: Row[] = []
  let writing: Promise<void> = Promise.resolve()

  function turn(now: number): void {
    if (now - minute < minuteMs && now >= minute) return
    waiting.push(...Array.from(tallies, ([endpoint, tally]) => toRow(tally, { minute, endpoint, host })))
    waiting = waiting.slice(-mostWaiting)
    tallies = new Map()
    minute = now - (now % minuteMs)
  }

  async function write(): Promise<void> {
    const rows = waiting
    if (rows.length === 0) return
    waiting = []
    try {
      await inTransaction(createServiceContext(platform, 'timings'), async ctx => {
        markChanged(ctx, 'performance', await insertTimings(ctx.db, rows))
      })
    } catch (error) {
      waiting = [...rows, ...waiting]
      logFailure(platform.log, error, 'could not write how long requests took')
    }
  }

  function flush(): Promise<void> {
    turn(platform.clock.now())
    writing = writing.then(write)
    return writing
  }

  return {
    record(endpoint, status, ms) {
      turn(platform.clock.now())
      const tally = tallies.get(endpoint) ?? { durations: createHistogram(precision), refused: 0, failed: 0 }
      tallies.set(endpoint, tally)
      tally.durations.record(Math.min(Math.max(Math.round(ms * 1000), precision.lowest), precision.highest))
      if (status >= 500) tally.failed += 1
      else if (status >= 400) tally.refused += 1
    },
    flush,
    async finish() {
      turn(minute + minuteMs)
      await flush()
    },
  }
}

function toRow({ durations, refused, failed }: Tally, place: Pick<Row, 'minute' | 'endpoint' | 'host'>): Row {
  return {
    ...place,
    requests: durations.count,
    refused,
    failed,
    mean_ms: toMs(durations.mean),
    p50_ms: toMs(durations.percentile(50)),
    p99_ms: toMs(durations.percentile(99)),
    longest_ms: toMs(durations.max),
  }
}

/** In milliseconds, to the hundredth: finer ones would only fill the index with different values. */
function toMs(microseconds: number): number {
  return Math.round(microseconds / 10) / 100
}
