/**
 * Runs the tests: `npm test [lane or file …]` the gate, after the checks; `npm run test:all [lane or suite …]` every test
 * (docs/adr/0078). One database server for the run, a template to clone from, groups of files in processes of their own.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate, serverVariable, startTestPostgres } from '../../apps/server/test/database.ts'
import { extentVariable } from '../../apps/server/test/extent.ts'
import { startObjectStore, storeVariable, usedStoreVariable } from '../../apps/server/test/peers/object-store.ts'
import { sharedSolr, startOwnSolr } from '../../apps/server/test/peers/solr.ts'
import { balancedVariable, peersVariable } from '../../apps/server/test/peers/wanted.ts'
import { filmsVariable } from '../../apps/server/test/scene/sample-film.ts'
import { runChecks } from '../checks/run-checks.ts'
import { ImportGraph } from './import-graph.ts'
import { installPeers } from './install-peers.ts'
import { findLane, findSuite, type Lane, lanes, listLanes, type Suite, type SuiteName, suiteNames } from './lanes.ts'
import { readTimes } from './runner/groups.ts'
import { failLeftOut, runFiles, summarize, type Work } from './runner/run-files.ts'
import { defaultLimits } from './runner/run-group.ts'

const minuteMs = 60_000
const timesPath = join('.cache', 'test-times.json')
const isAll = process.argv.includes('--all')
const isLong = process.env.RUSHES_LONG === '1'
const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const wantedLanes = lanes.filter(lane => named.length === 0 || named.includes(lane))
const isNamed = (name: string) => named.length === 0 || named.includes(name)
const wantedSuites = isAll ? suiteNames.filter(name => isNamed(name) || isNamed(findSuite(name).partOf ?? name)) : []
const wantedFiles = named.filter(
  name => !(lanes as readonly string[]).includes(name) && !(suiteNames as readonly string[]).includes(name),
)

const limit = new AbortController()
const limitMs = isLong ? undefined : (isAll ? 60 : 30) * minuteMs
if (limitMs !== undefined) setTimeout(() => limit.abort(), limitMs).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => limit.abort())

if (named.length === 0 && !(await runChecks())) {
  console.log('0 passed, 1 failed, 0 skipped')
  process.exit(1)
}
const folder = await mkdtemp(join(tmpdir(), 'rushes-groups-'))
const server = await startTestPostgres()
let isPassed = false
try {
  await createTemplate(server.url)
  isPassed = await runAll()
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}
process.exit(isPassed ? 0 : 1)

/** Runs what is wanted, prints how it ended; answers whether it passed. */
async function runAll(): Promise<boolean> {
  const common = { ...process.env, NODE_ENV: 'test', [serverVariable]: server.url, [filmsVariable]: folder }
  // Files that are named are run as the suite that they are in would run them.
  const peers = isAll && wantedFiles.length > 0 ? { [peersVariable]: 'yes' } : {}
  const extent = isAll || isLong || wantedFiles.length > 0 ? {} : { [extentVariable]: 'gate' }
  const works: Work[] = []
  for (const [lane, files] of listWanted())
    if (files.length > 0) works.push({ lane, files, env: { ...common, ...peers, ...extent } })
  const bySuite = wantedSuites.map(name => ({ name, works: toWorks(name, common) }))
  // Once, before tests that run at the same time look at it.
  const files = [...works, ...bySuite.flatMap(suite => suite.works)].flatMap(work => work.files)
  if (files.some(file => file.startsWith('apps/web/')))
    await (await import('../../apps/web/build/build.ts')).buildWebApp()
  const outcomes = works.length > 0 ? [await run(works)] : []
  for (const { name, works: own } of bySuite) {
    console.log(`\n== ${name}`)
    outcomes.push(await runSuite(name, own))
  }
  const whole = {
    files: outcomes.flatMap(outcome => outcome.files),
    flaky: outcomes.flatMap(outcome => outcome.flaky),
    isPassed: outcomes.every(outcome => outcome.isPassed),
  }
  if (whole.files.length === 0) throw new Error(`there is no test, lane or suite named ${named.join(', ')}`)
  mkdirSync('.cache', { recursive: true })
  const times = { ...Object.fromEntries(readTimes(timesPath)) }
  for (const { file, seconds } of whole.files) times[file] = seconds
  writeFileSync(timesPath, JSON.stringify(times))
  for (const line of summarize(whole)) console.log(line)
  return whole.isPassed
}

function listWanted(): [Lane, readonly string[]][] {
  if (wantedFiles.length > 0) {
    const graph = new ImportGraph()
    return lanes.map(lane => [lane, wantedFiles.filter(file => findLane(file, graph) === lane)])
  }
  const all = listLanes(isAll)
  return wantedLanes.map(lane => [lane, all.get(lane) ?? []])
}

function toWorks(name: SuiteName, env: NodeJS.ProcessEnv): Work[] {
  const graph = new ImportGraph()
  const { store } = findSuite(name)
  const own = { ...env, [peersVariable]: 'yes', ...(store && { [usedStoreVariable]: store }) }
  // What starts programs of others has the machine for itself.
  const lane = (file: string): Lane => (findSuite(name).allOn ? findLane(file, graph) : 'alone')
  return lanes.flatMap(one => {
    const files = findSuite(name).files.filter(file => lane(file) === one)
    return files.length > 0 ? [{ lane: one, files, env: own }] : []
  })
}

function run(works: readonly Work[]) {
  const times = readTimes(timesPath)
  const print = (line: string) => console.log(line)
  return runFiles(works, { folder, limits: defaultLimits, signal: limit.signal, times, print })
}

async function runSuite(name: SuiteName, works: readonly Work[]) {
  const { allOn, mayLackOnly, ...needs } = findSuite(name)
  installPeers(needs)
  if (!allOn) {
    const outcome = await run(works)
    const judged = mayLackOnly ? failLeftOut(outcome, mayLackOnly) : outcome
    // Other suites have the same files with other stores.
    const toNamed = <R extends { file: string }>(result: R): R => ({
      ...result,
      file: `${result.file} (${needs.store})`,
    })
    return needs.store ? { ...judged, files: judged.files.map(toNamed) } : judged
  }
  const peer = await startShared(allOn)
  try {
    return await run(works.map(work => ({ ...work, env: { ...work.env, ...peer.env } })))
  } finally {
    await peer.stop()
  }
}

async function startShared(allOn: NonNullable<Suite['allOn']>) {
  if (allOn === 'solr') return startSharedSolr()
  if (allOn === 'object-store') return startSharedStore()
  // Each service has a balancer of its own.
  return { env: { [balancedVariable]: 'yes' }, stop: async () => {} }
}

async function startSharedStore() {
  const { endpoint, stop } = await startObjectStore()
  return { env: { [storeVariable]: endpoint }, stop }
}

async function startSharedSolr() {
  const { nodes, stop } = await startOwnSolr()
  return { env: { [sharedSolr]: nodes[0] }, stop }
}
