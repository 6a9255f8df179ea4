import { setUpSearch } from '@rushes/server/src/search.ts'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { withStartErrors } from '../errors/start-errors.ts'

interface SetupOptions {
  readonly shards?: number
  readonly replicas?: number
}

/** Makes the collection of Solr that the environment names, or brings it up to this release. */
export async function run({ options, env, terminal }: Call<SetupOptions>): Promise<void> {
  const { isNew, collection } = await withStartErrors(() =>
    setUpSearch(env, { shards: options.shards ?? 1, replicas: options.replicas ?? 1 }),
  )
  const { name, shards, replicas } = collection
  terminal.show({ isNew, collection }, () => [
    isNew
      ? `The collection ${name} was made; the service fills one like it when it starts`
      : `The collection ${name} is there; its fields are those of this release`,
  ])
  const isOther = (options.shards ?? shards) !== shards || (options.replicas ?? replicas) !== replicas
  if (!isOther) return
  const differs = `It has ${shards} shards of ${replicas} replicas, not what is asked for`
  throw new CommandError('refused', differs, 'Make one under another name, and set RUSHES_SEARCH_URL to that.')
}
