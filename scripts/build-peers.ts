/**
 * Builds the programs that some tests run against into the user's cache, each once: those named, or what every run uses.
 * Needs Go; for Solr, Java and Maven, and where these are missing, its tests are left out.
 */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type StoreName,
  storePrograms,
  toObjectStoreFolder,
  toStoreName,
} from '../apps/server/test/peers/object-store.ts'
import { isSolrGathered, solrVersion, toSolrFolder } from '../apps/server/test/peers/solr.ts'

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : ['versitygw', 'solr']
const built = wanted.map(name => (name === 'solr' ? gatherSolr() : buildObjectStore(toStoreName(name))))
process.exit(built.every(Boolean) ? 0 : 1)

/** Runs a program; answers whether it succeeded. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): boolean {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env })
  if (error) console.error(`${program} cannot be started: ${error.message}`)
  return status === 0
}

function buildObjectStore(name: StoreName): boolean {
  const folder = toObjectStoreFolder(name)
  if (existsSync(join(folder, name))) {
    console.log(`${folder} has it already`)
    return true
  }
  const { source } = storePrograms[name]
  console.log(`Building ${source}; this takes some minutes`)
  return run('go', ['install', source], { ...process.env, GOBIN: folder })
}

function gatherSolr(): boolean {
  const folder = toSolrFolder()
  if (isSolrGathered()) {
    console.log(`${folder} has it already`)
    return true
  }
  console.log(`Gathering Solr ${solrVersion}; this takes a minute`)
  const sources = fileURLToPath(new URL('../apps/server/test/peers/solr/', import.meta.url))
  const [libraries, classes] = [join(folder, 'lib'), join(folder, 'classes')]
  const options = ['-q', '-B', '-f', join(sources, 'pom.xml'), `-Dsolr.version=${solrVersion}`]
  const isGathered =
    run('mvn', [
      ...options,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${libraries}`,
    ]) && run('javac', ['-cp', join(libraries, '*'), '-d', classes, join(sources, 'SolrPeer.java')])
  if (!isGathered) console.error('Solr could not be gathered: the tests of it are left out')
  return isGathered || named.length === 0
}
