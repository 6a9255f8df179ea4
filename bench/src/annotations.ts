import { join } from 'node:path'
import { createClip } from '@rushes/client'
import {
  type Annotated,
  addComments,
  startAnnotated,
  toCommentRequest,
  toText,
  waitUntilCount,
  waitUntilFound,
} from './annotated.ts'
import { type Series, send } from './tools/send.ts'

const sizes = (process.env.BENCH_ANNOTATIONS ?? '10000,100000').split(',').map(Number)
const rounds = Number(process.env.BENCH_ANNOTATION_ROUNDS ?? 3)
const cases = [
  { connections: 1, count: 300 },
  { connections: 8, count: 1000 },
  { connections: 32, count: 1500 },
]
/** Annotations of the clip, and of the list, that are deleted. */
const deleted = 10_000

/** Comments, patches and deletions on services that hold few and many annotations, in turns. */
export async function measureAnnotations(folder: string): Promise<void> {
  const all: Annotated[] = []
  try {
    for (const size of sizes) {
      const begun = performance.now()
      all.push(await startAnnotated(join(folder, `${size}`), size))
      console.error(`${size} annotations written and found in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    }
    await measureWrites(all)
    await measureDeletions(all)
  } finally {
    for (const { service } of all) await service.stop()
  }
}

async function measureWrites(all: readonly Annotated[]): Promise<void> {
  console.log(`\n## Annotations: writes a second by how many there are, medians of ${rounds} rounds\n`)
  console.log(`| request | connections | ${sizes.join(' | ')} | fastest by slowest |`)
  console.log(`|---|---|${sizes.map(() => '---|').join('')}---|`)
  for (const toSeries of [toComments, toPatches]) {
    for (const { connections, count } of cases) {
      const readings = await compare(all, annotated => ({ ...toSeries(annotated), connections, count }))
      const { name } = toSeries(all[0]!)
      print(
        name,
        connections,
        readings.map(({ rate }) => rate),
      )
      print(
        `${name}, until found`,
        connections,
        readings.map(({ foundRate }) => foundRate),
      )
    }
  }
}

function print(name: string, connections: number, rates: readonly number[]): void {
  const ratio = (Math.max(...rates) / Math.min(...rates)).toFixed(2)
  console.log(`| ${[name, connections, ...rates.map(Math.round), ratio].join(' | ')} |`)
}

/** In turns, so that a neighbour's load meets all; the next begins when the last has been indexed. */
async function compare(all: readonly Annotated[], toSeries: (annotated: Annotated) => Series) {
  const readings = all.map(() => ({ rates: [] as number[], foundRates: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, annotated] of all.entries()) {
      const series = toSeries(annotated)
      const begun = performance.now()
      const seconds = await send(annotated.service.url, annotated.token, series)
      await waitUntilFound(annotated)
      readings[index]?.rates.push(series.count / seconds)
      readings[index]?.foundRates.push(series.count / ((performance.now() - begun) / 1000))
    }
  }
  return readings.map(({ rates, foundRates }) => ({ rate: toMiddle(rates), foundRate: toMiddle(foundRates) }))
}

type Requests = Pick<Series, 'name' | 'method' | 'next'>

function toComments({ prId, clipIds }: Annotated): Requests {
  return { name: 'POST comment', method: 'POST', next: () => toCommentRequest(prId, pick(clipIds)) }
}

function toPatches({ prId, clipIds }: Annotated): Requests {
  let patched = 0
  return {
    name: 'PATCH moa',
    method: 'PATCH',
    next: () => ({
      path: `/production/${prId}/mo/${pick(clipIds)}/moa`,
      body: [{ op: 'add', path: '/description', value: toText(patched++) }],
    }),
  }
}

function pick(ids: readonly number[]): number {
  return ids[Math.floor(Math.random() * ids.length)]!
}

/** Deletes `deleted` annotations at once, in the two ways, while others read and write. */
async function measureDeletions(all: readonly Annotated[]): Promise<void> {
  console.log(`\n## Deletion of ${deleted} annotations at once: medians of 3 rounds\n`)
  console.log(
    '| deletion | of how many | ms | until not found, ms | slowest GET moa meanwhile, ms | slowest POST comment, ms |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const [name, begin] of [
    ['of their clip', beginClipDeletion],
    ['in bulk', beginBulkDeletion],
  ] as const) {
    const readings = all.map(() => [] as number[][])
    for (let round = 0; round < 3; round++) {
      for (const [index, annotated] of all.entries()) readings[index]?.push(await measureDeletion(annotated, begin))
    }
    for (const [index, { size }] of all.entries()) {
      const medians = [0, 1, 2, 3].map(part => Math.round(toMiddle(readings[index]!.map(reading => reading[part]!))))
      console.log(`| ${[name, size, ...medians].join(' | ')} |`)
    }
  }
}

type Begin = typeof beginClipDeletion

async function measureDeletion(annotated: Annotated, begin: Begin): Promise<number[]> {
  const { api, prId, clipIds } = annotated
  const { id: moId } = await createClip(api, prId, { name: 'To be deleted' })
  const comments = await addComments(annotated, [moId], deleted)
  await waitUntilFound(annotated)
  const probes = [
    watch(() => api.annotations.getMediaObjectAnnotation({ prId, moId: pick(clipIds) })),
    watch(() => api.annotations.createClipAnnotation({ prId, moId: pick(clipIds), type: 'comment', body: {} })),
  ]
  const begun = performance.now()
  await begin(
    annotated,
    moId,
    comments.map(({ id }) => id),
  )
  const ms = performance.now() - begun
  const slowest = await Promise.all(probes.map(probe => probe.stop()))
  await waitUntilCount(api, prId, `mediaObjectId:${moId} AND funnel:ReviewComment`, 0)
  return [ms, performance.now() - begun, ...slowest]
}

async function beginClipDeletion({ api, prId }: Annotated, moId: number, _ids: number[]): Promise<unknown> {
  return api.media.deleteMediaObject({ prId, id: moId })
}

async function beginBulkDeletion({ api, prId }: Annotated, _moId: number, ids: number[]): Promise<unknown> {
  return api.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids }] } })
}

/** Sends one request after the other; gives the milliseconds of the slowest. */
function watch(request: () => Promise<unknown>) {
  let isStopped = false
  let slowestMs = 0
  async function run(): Promise<void> {
    while (!isStopped) {
      const begun = performance.now()
      await request()
      slowestMs = Math.max(slowestMs, performance.now() - begun)
    }
  }
  const running = run()
  return {
    async stop(): Promise<number> {
      isStopped = true
      await running
      return slowestMs
    },
  }
}

/** The middle of some numbers. */
function toMiddle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
