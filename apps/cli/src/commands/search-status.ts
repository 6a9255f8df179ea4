import { resolve } from 'node:path'
import { describeSearch, type SearchStatus } from '@rushes/server/src/search.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { withStartErrors } from '../errors/start-errors.ts'

/** Tells how the search index is, as the database and the engine have it. */
export async function run({ options, env, terminal }: Call<{ data?: string }>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const status = await withStartErrors(() => describeSearch(settings, log))
  terminal.show(status, () => describe(status))
  const problem = findProblem(status)
  if (problem) throw new CommandError('refused', ...problem)
}

function describe({ engine, collection, rebuild, waiting, kinds }: SearchStatus): string[] {
  const { state, written, documents, reason } = rebuild
  return [
    `engine: ${engine}`,
    ...(collection
      ? [`collection: ${collection.name}, ${collection.shards} shards of ${collection.replicas} replicas`]
      : []),
    state === 'rebuilding' ? `rebuild: ${written} of ${documents} documents (${reason})` : 'rebuild: none',
    `changes that wait: ${waiting.changes}, ${waiting.ofBulks} of them in bulks, ${waiting.failed} to be tried again`,
    ...kinds.map(({ kind, documents, resources }) => `${kind}: ${documents} documents of ${resources} resources`),
  ]
}

function findProblem(status: SearchStatus): [message: string, advice: string] | undefined {
  const { engine, writtenBy, collection } = status
  if ('collection' in status && !collection)
    return ['There is no such collection in Solr', 'Make it: rushes search setup']
  if (collection && collection.lostShards.length > 0) {
    return [`Nothing answers for ${collection.lostShards.join(', ')}`, 'Start the nodes of Solr that hold them.']
  }
  if (writtenBy !== engine) return [`The index was written by ${writtenBy}`, 'Start the service, or: rushes reindex']
  return undefined
}
