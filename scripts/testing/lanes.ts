/**
 * Which test runs where. The lane of a file follows from what it imports; what needs the machine for itself, or programs
 * that not every machine has, is listed here. A file that starts processes and is on no list fails a check.
 */

import { globSync } from 'node:fs'
import type { StoreName } from '../../apps/server/test/peers/object-store.ts'
import { lacksSolr } from '../../apps/server/test/peers/solr.ts'
import { ImportGraph } from './import-graph.ts'

/** In this order: those of a few seconds first, those that need the machine for themselves last. */
export const lanes = ['pure', 'service', 'pages', 'processes', 'alone'] as const
export type Lane = (typeof lanes)[number]

const everything = ['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts']
/** What a test imports that starts processes or mounts disks. */
const startsProcesses =
  /^node:child_process$|\/(?:service-process|launched-service|small-disk)\.ts$|\/peers\/(?:balancer|external-postgres|nginx|object-store|python|run|solr|standby)\.ts$/

/** The tests of the lanes `processes` and `alone` that the gate runs: one of each kind of fault. */
export const faultsInGate: readonly string[] = [
  'apps/server/src/modules/uploads/testing/crash.test.ts',
  'apps/server/src/modules/uploads/testing/nodes.test.ts',
  'apps/server/test/recovery/full-storage.test.ts',
  'apps/server/test/running/cluster/promotion.test.ts',
  'apps/server/test/running/outage.test.ts',
  'scripts/documents/readme.test.ts',
]

/** What starts processes and kills them, or fills disks: two files at a time, since each mostly waits for its own. */
const ofProcesses: readonly string[] = [
  'apps/cli/test/backup.test.ts',
  'apps/cli/test/operating/operation.test.ts',
  'apps/demo/src/demo.test.ts',
  'apps/server/src/modules/annotations/deletion/bulk-crash.test.ts',
  'apps/server/src/modules/archives/crash.test.ts',
  'apps/server/src/modules/backup/testing/backup.test.ts',
  'apps/server/src/modules/backup/testing/beside.test.ts',
  'apps/server/src/modules/backup/testing/crash.test.ts',
  'apps/server/src/modules/delivery/bootstrap/crash.test.ts',
  'apps/server/src/modules/events/reader-crash.test.ts',
  'apps/server/src/modules/ingest/testing/crash.test.ts',
  'apps/server/src/modules/ingest/testing/storage-full.test.ts',
  'apps/server/src/modules/notifications/crash.test.ts',
  'apps/server/src/modules/search/rebuild/crash.test.ts',
  'apps/server/src/modules/search/rebuild/rebuild.test.ts',
  'apps/server/src/modules/subtitles/automatic/testing/crash.test.ts',
  'apps/server/src/modules/transcripts/recognition/crash.test.ts',
  'apps/server/src/modules/uploads/testing/crash.test.ts',
  'apps/server/src/modules/uploads/testing/frozen.test.ts',
  'apps/server/src/modules/uploads/testing/nodes.test.ts',
  'apps/server/src/modules/webhooks/testing/crash.test.ts',
  'packages/media-engine/src/supervision/storage-full.test.ts',
  'scripts/run.test.ts',
]

/** Bounds of time, what is looked at while the database is away, and starts of `npm start`. */
const ofAlone: readonly string[] = [
  'apps/server/src/modules/ingest/testing/worker-loss.test.ts',
  'apps/server/src/modules/workflows/tasks/workers.test.ts',
  'apps/server/src/platform/database/embedded/supervisor.test.ts',
  'apps/server/test/recovery/farm.test.ts',
  'apps/server/test/recovery/full-database.test.ts',
  'apps/server/test/recovery/full-storage.test.ts',
  'apps/server/test/recovery/stop.test.ts',
  'apps/server/test/running/cluster/drain.test.ts',
  'apps/server/test/running/cluster/promotion.test.ts',
  'apps/server/test/running/log-output.test.ts',
  'apps/server/test/running/outage.test.ts',
  'apps/server/test/running/requests/guest.test.ts',
  'apps/server/test/running/requests/round-trips.test.ts',
  'apps/server/test/running/start.test.ts',
  'apps/server/test/running/statement-memory.test.ts',
  'apps/server/test/running/successor.test.ts',
  'apps/server/test/security/sign-in/callers.test.ts',
  'apps/web/test/library/scale.test.ts',
  'packages/media-engine/src/worker/loss.test.ts',
  'scripts/documents/readme.test.ts',
]

/**
 * Large corpora, every way to damage a file, bounds of costs, and all of what the gate looks at in part: in the lane of
 * their imports, for `npm run test:all` alone.
 */
const largeElsewhere: readonly string[] = [
  'apps/cli/test/uploads/broken-uploads.test.ts',
  'apps/server/src/modules/annotations/content/large.test.ts',
  'apps/server/src/modules/archives/import/long-lines.test.ts',
  'apps/server/src/modules/backup/testing/damage.test.ts',
  'apps/server/src/modules/backup/testing/hostile.test.ts',
  'apps/server/src/modules/backup/testing/order.test.ts',
  'apps/server/src/modules/events/stream-cost.test.ts',
  'apps/server/src/modules/ingest/testing/preview.test.ts',
  'apps/server/src/modules/ingest/watermark/watermark.test.ts',
  'apps/server/src/modules/search/answer/large-lists.test.ts',
  'apps/server/src/modules/search/answer/many-results.test.ts',
  'apps/server/src/modules/search/engines/postgresql/columns/snapshot/snapshot.test.ts',
  'apps/server/src/modules/subtitles/change/sequence.test.ts',
  'apps/server/src/modules/transcripts/testing/engines.test.ts',
  'apps/server/test/running/cluster/contract.test.ts',
  'apps/server/test/running/requests/walks.test.ts',
  'apps/server/test/running/service-key.test.ts',
  'apps/server/test/security/texts/long-texts.test.ts',
  'apps/web/test/notifications.test.ts',
  'apps/web/test/platform/shifts.test.ts',
  'apps/web/test/player/frames/comment-links.test.ts',
  'apps/web/test/player/frames/frame-links.test.ts',
  'apps/web/test/player/odd-clips.test.ts',
  'apps/web/test/player/odd-pages-languages.test.ts',
  'apps/web/test/player/odd-pages-narrow.test.ts',
  'apps/web/test/player/odd-pages-wide.test.ts',
]

/** Tests that start short programs which npm brings or every Debian has, and stay in the lane of their imports. */
export const withPrograms: readonly string[] = [
  'apps/cli/test/archives.test.ts',
  'apps/server/src/modules/archives/round-trip.test.ts',
  'apps/server/src/modules/archives/tar/tar.test.ts',
  'apps/server/src/modules/ingest/testing/preview.test.ts',
  'apps/server/src/modules/system/figures.test.ts',
  'apps/server/src/modules/uploads/testing/growing.test.ts',
  'apps/server/src/platform/blobs/stored-uploads.test.ts',
  'apps/server/src/platform/blobs/stores.test.ts',
  'apps/server/src/platform/config/config.test.ts',
  'apps/server/src/platform/database/opening/folder-lock.test.ts',
  'apps/server/test/security/sign-in/tokens.test.ts',
  'packages/media-engine/src/supervision/memory.test.ts',
  'scripts/packages/sbom.test.ts',
  'scripts/testing/runner/runner.test.ts',
]

/** What `npm run test:all` runs after the lanes. Their tests need peers, which the gate never looks for. */
export interface Suite {
  /** Programs of `npm run peers`, built before. */
  readonly peers: readonly ('object-store' | 'solr')[]
  /** Packages of Debian, installed before where apt can be used. */
  readonly packages: readonly string[]
  readonly files: readonly string[]
  /** Why its tests may be left out, where nothing else may be the reason. */
  readonly mayLackOnly?: readonly string[]
  /**
   * What all services of the suite use: their media is in an object store, their searches are in a Solr, or they are
   * several nodes behind a balancer.
   */
  readonly allOn?: 'object-store' | 'solr' | 'balancer'
  /** The object store that it is about, where it is not the one of the run. */
  readonly store?: StoreName
  /** Another suite, whose name names this one as well. */
  readonly partOf?: string
}

/** In the order in which they run. */
const suites = {
  clients: {
    peers: [],
    packages: ['python3-venv', 'default-jdk-headless', 'maven'],
    files: [
      'apps/cli/test/documented.test.ts',
      'scripts/generated-clients/java.test.ts',
      'scripts/generated-clients/python.test.ts',
      'scripts/generated-clients/typescript.test.ts',
      'scripts/packages/deliveries.test.ts',
      'scripts/packages/packages.test.ts',
    ],
  },
  programs: {
    peers: [],
    packages: ['zsh', 'fish', 'nginx-light', 'caddy', 'systemd'],
    files: [
      'apps/cli/test/completion.test.ts',
      'apps/cli/test/operating/service-install.test.ts',
      'apps/server/test/running/requests/proxies.test.ts',
      'scripts/documents/deploy.test.ts',
    ],
  },
  firefox: {
    peers: [],
    // With what Debian recommends next to it: the decoder of H.264.
    packages: ['firefox-esr', 'libavcodec59'],
    files: ['apps/web/test/player/firefox.test.ts'],
  },
  postgresql: {
    peers: [],
    packages: ['postgresql-15'],
    files: [
      'apps/server/src/modules/backup/testing/versions.test.ts',
      'apps/server/src/platform/database/opening/external.test.ts',
      'apps/server/test/running/crashed-database.test.ts',
    ],
  },
  cluster: {
    peers: ['object-store'],
    packages: ['caddy'],
    files: [
      'apps/cli/test/engines/storage.test.ts',
      'apps/server/src/modules/archives/round-trip.test.ts',
      'apps/server/src/modules/ingest/testing/preview.test.ts',
      'apps/server/src/modules/uploads/testing/crash.test.ts',
      'apps/server/src/modules/uploads/testing/frozen.test.ts',
      'apps/server/src/modules/uploads/testing/growing.test.ts',
      'apps/server/src/modules/uploads/testing/nodes.test.ts',
      'apps/server/src/platform/blobs/stored-uploads.test.ts',
      'apps/server/src/platform/blobs/stores.test.ts',
      'apps/server/test/running/cluster/processes.test.ts',
      'apps/server/test/running/cluster/roles.test.ts',
      'apps/server/test/running/cluster/shared-folder.test.ts',
      'apps/server/test/running/cluster/two-of-each.test.ts',
      'apps/server/test/running/object-store.test.ts',
      'apps/web/test/player/object-store.test.ts',
    ],
    mayLackOnly: [lacksSolr],
  },
  // What a store answers; how processes end beside one is the same with each, and is seen in the suite before this one.
  minio: {
    peers: ['object-store'],
    packages: ['caddy'],
    files: [
      'apps/cli/test/engines/storage.test.ts',
      'apps/server/src/modules/uploads/testing/growing.test.ts',
      'apps/server/src/modules/uploads/testing/nodes.test.ts',
      'apps/server/src/platform/blobs/stored-uploads.test.ts',
      'apps/server/src/platform/blobs/stores.test.ts',
      'apps/server/test/running/object-store.test.ts',
      ...(process.env.RUSHES_LONG === '1'
        ? [
            'apps/server/src/modules/uploads/testing/crash.test.ts',
            'apps/server/src/modules/uploads/testing/frozen.test.ts',
            'apps/server/test/running/cluster/processes.test.ts',
          ]
        : []),
    ],
    mayLackOnly: [],
    store: 'minio',
    partOf: 'cluster',
  },
  // Every operation of the contract, and what clients do one after the other, whichever node takes each request.
  balanced: {
    peers: [],
    packages: ['caddy'],
    files: [
      'apps/server/src/modules/events/events.test.ts',
      'apps/server/src/modules/sharing/visitors/visitor.test.ts',
      'apps/server/src/modules/uploads/uploads.test.ts',
      'apps/server/test/contract/client-sequences.test.ts',
      'apps/server/test/contract/event-types.test.ts',
      'apps/server/test/contract/from-the-original.test.ts',
      'apps/server/test/running/cluster/contract.test.ts',
      'apps/server/test/security/access/access.test.ts',
      'apps/server/test/security/access/objects.test.ts',
    ],
    allOn: 'balancer',
    partOf: 'cluster',
  },
  objects: { peers: ['object-store'], packages: [], files: listOfMedia(), allOn: 'object-store' },
  solr: {
    peers: ['solr'],
    packages: ['default-jdk-headless', 'maven'],
    files: [
      'apps/cli/test/engines/search-engine.test.ts',
      'apps/server/src/modules/search/engines/solr/agreement.test.ts',
      'apps/server/src/modules/search/engines/solr/collections/rebuild.test.ts',
      'apps/server/src/modules/search/engines/solr/faults.test.ts',
      'apps/server/src/modules/search/engines/solr/full-disk.test.ts',
      'apps/server/src/modules/search/engines/solr/outages.test.ts',
      'apps/server/src/modules/search/engines/solr/replicas.test.ts',
      'apps/server/test/running/cluster/moves-of-search.test.ts',
    ],
  },
  searches: {
    peers: ['solr'],
    packages: ['default-jdk-headless', 'maven'],
    files: listOfSearches(),
    allOn: 'solr',
  },
} satisfies Readonly<Record<string, Suite>>
export type SuiteName = keyof typeof suites
export const suiteNames = Object.keys(suites) as SuiteName[]

/** In the long form all services of the tests have their media in an object store once, not only those about bytes. */
export function findSuite(name: SuiteName): Suite {
  if (name !== 'objects' || process.env.RUSHES_LONG !== '1') return suites[name]
  return { ...suites.objects, files: listLanes(true).get('service') ?? [] }
}

/** What has to do with the bytes of media, and has no processes, stores or kills of its own. */
function listOfMedia(): string[] {
  const folders = globSync('apps/server/src/modules/{archives,media,subtitles,uploads}/**/*.test.ts')
  return folders
    .filter(file => !/\/(?:crash|frozen|growing|nodes|sequence|long-lines)\.test\.ts$/.test(file))
    .toSorted()
}

/** What the engines of search answer, and the lists of the interface that they are asked for. */
function listOfSearches(): string[] {
  const search = [
    'search.test.ts',
    'answer/highlight.test.ts',
    'engines/postgresql/counts/facets.test.ts',
    'engines/postgresql/counts/groups.test.ts',
    'engines/postgresql/counts/ranges.test.ts',
    'engines/postgresql/query/cursor.test.ts',
    'query/scope.test.ts',
    // Those that take their time say little more than searches by chance.
    ...(process.env.RUSHES_LONG === '1' ? ['answer/large-lists.test.ts', 'query/meaning.test.ts'] : []),
  ]
  const lists = [
    'annotations/search/found-file.test.ts',
    'annotations/search/lists.test.ts',
    'annotations/testing/kinds.test.ts',
    'collections/collections.test.ts',
    'custom-fields/values/writes.test.ts',
    'media/testing/media.test.ts',
    'review/threads.test.ts',
    'saved-searches/saved-searches.test.ts',
    'sharing/testing/hostile.test.ts',
    'sharing/visitors/visitor.test.ts',
  ]
  const modules = [...search.map(file => `search/${file}`), ...lists].map(file => `apps/server/src/modules/${file}`)
  return [...modules, 'apps/server/test/contract/search-walls.test.ts']
}

export function listTestFiles(): string[] {
  return globSync(everything, { exclude: ['**/node_modules/**'] }).toSorted()
}

/** The lane of a file by what it imports, or `processes` or `alone` where the lists say so. */
export function findLane(file: string, graph: ImportGraph): Lane {
  if (ofAlone.includes(file)) return 'alone'
  if (ofProcesses.includes(file)) return 'processes'
  const reached = graph.listReached(file)
  if (reached.has('apps/web/test/browser.ts')) return 'pages'
  return ['service', 'database'].some(name => reached.has(`apps/server/test/${name}.ts`)) ? 'service' : 'pure'
}

/** The files of each lane: all of them for `npm run test:all`, otherwise those of the gate. */
export function listLanes(isAll: boolean): ReadonlyMap<Lane, readonly string[]> {
  const graph = new ImportGraph()
  // `findSuite` asks for the lanes.
  const own = suiteNames.filter(name => !('allOn' in suites[name]))
  const elsewhere = new Set<string>(own.flatMap(name => suites[name].files))
  for (const file of [...withPrograms, ...faultsInGate]) elsewhere.delete(file)
  const faults = [...ofProcesses, ...ofAlone].filter(file => !faultsInGate.includes(file))
  if (!isAll) for (const file of [...faults, ...largeElsewhere]) elsewhere.add(file)
  const files = listTestFiles().filter(file => !elsewhere.has(file))
  return new Map(lanes.map(lane => [lane, files.filter(file => findLane(file, graph) === lane)]))
}

/** Lists of this file that name no file, and files that start processes although no list names them. */
export function findLaneViolations(files: readonly string[], graph: ImportGraph): string[] {
  const listed = [...ofProcesses, ...ofAlone, ...withPrograms, ...suiteNames.flatMap(name => suites[name].files)]
  const missing = [...listed, ...faultsInGate, ...largeElsewhere].filter(file => !files.includes(file))
  const unlisted = files.filter(
    file => !listed.includes(file) && graph.listImports(file).some(name => startsProcesses.test(name)),
  )
  return [
    ...new Set(missing.map(file => `scripts/testing/lanes.ts names ${file}, which does not exist`)),
    ...unlisted.map(file => `${file} starts processes: name it in a list of scripts/testing/lanes.ts`),
  ]
}
