/**
 * The collections of Solr that a service needs. Its address names an alias; documents are in a collection of a name of its
 * own behind it, so that a rebuild fills another one beside it and the two are exchanged.
 */

import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { SearchUnavailableError } from '../../../engine.ts'
import { createSolrClient, type SolrClient } from '../client.ts'

/** Solr may take minutes to remove a collection that it cannot read, and does so without being waited for. */
const removalTimeoutMs = 30_000

const configset = fileURLToPath(new URL('configset/', import.meta.url))

/** How a new collection is spread. */
export interface CollectionShape {
  readonly shards: number
  readonly replicas: number
}

/** A collection as Solr has it. */
export interface CollectionState extends CollectionShape {
  readonly name: string
  /** Shards without a replica that answers. */
  readonly lostShards: readonly string[]
}

/** What a Solr has. */
export interface Cluster {
  readonly collections: ReadonlyMap<string, CollectionState>
  /** What the alias of the service leads to, if there is one. */
  readonly current: CollectionState | undefined
}

interface ClusterStatus {
  readonly cluster: {
    readonly live_nodes: readonly string[]
    readonly aliases?: Record<string, string>
    readonly collections: Record<
      string,
      {
        readonly shards: Record<
          string,
          {
            readonly state?: string
            readonly replicas: Record<
              string,
              { readonly state: string; readonly node_name: string; readonly base_url: string; readonly core: string }
            >
          }
        >
      }
    >
  }
}

type ReplicaStatus = ClusterStatus['cluster']['collections'][string]['shards'][string]['replicas'][string]

export async function readCluster(client: SolrClient): Promise<Cluster> {
  const { cluster } = await administer<ClusterStatus>(client, 'collections', { action: 'CLUSTERSTATUS' })
  const isAlive = isAliveIn(cluster)
  const states = Object.entries(cluster.collections).map(([name, collection]): [string, CollectionState] => {
    const shards = Object.entries(collection.shards)
    const replicas = Math.min(...shards.map(([, { replicas }]) => Object.keys(replicas).length))
    const lostShards = shards.flatMap(([shard, { replicas }]) => (Object.values(replicas).some(isAlive) ? [] : [shard]))
    return [name, { name, shards: shards.length, replicas, lostShards }]
  })
  const collections = new Map(states)
  return { collections, current: collections.get(cluster.aliases?.[client.collection] ?? '') }
}

function isAliveIn({ live_nodes }: ClusterStatus['cluster']) {
  return ({ state, node_name }: ReplicaStatus) => state === 'active' && live_nodes.includes(node_name)
}

/** By shard of a collection, the addresses by which nodes of Solr know the replicas that answer; they need not be ours. */
export async function listActiveReplicas(client: SolrClient): Promise<string[][]> {
  const { cluster } = await administer<ClusterStatus>(client, 'collections', { action: 'CLUSTERSTATUS' })
  // One that was split stays, and gets no documents any more.
  const shards = Object.values(cluster.collections[client.collection]?.shards ?? {}).filter(
    ({ state }) => state !== 'inactive',
  )
  return shards.map(({ replicas }) =>
    Object.values(replicas)
      .filter(isAliveIn(cluster))
      .map(({ base_url, core }) => `${base_url}/${core}`),
  )
}

/** The collection that the alias leads to, or undefined where there is none. */
export async function readCollection(client: SolrClient): Promise<CollectionState | undefined> {
  return (await readCluster(client)).current
}

/**
 * Makes an empty collection where there is none, and the alias that leads to it; otherwise gives the one that is there what
 * the package says of fields. Answers what is there then, and whether it is new.
 */
export async function setUpCollection(
  url: string,
  shape: CollectionShape,
): Promise<{ readonly isNew: boolean; readonly collection: CollectionState }> {
  const client = createSolrClient(url)
  const { current, collections } = await readCluster(client)
  if (current) {
    await uploadConfigset(client, current.name)
    await administer(client, 'collections', { action: 'RELOAD', name: current.name })
    return { isNew: false, collection: current }
  }
  if (collections.has(client.collection)) {
    throw new SearchUnavailableError(
      `${client.collection} is a collection that something else has made; use another name`,
    )
  }
  const name = await createCollection(client, shape)
  await leadTo(client, name)
  return { isNew: true, collection: { name, ...shape, lostShards: [] } }
}

/** Makes an empty collection of a name that none has had; answers the name. */
export async function createCollection(client: SolrClient, { shards, replicas }: CollectionShape): Promise<string> {
  const name = `${client.collection}.${randomBytes(4).toString('hex')}`
  await uploadConfigset(client, name)
  await administer(client, 'collections', {
    action: 'CREATE',
    name,
    'collection.configName': toConfigsetName(name),
    numShards: String(shards),
    replicationFactor: String(replicas),
    waitForFinalState: 'true',
  })
  return name
}

/** Has the alias lead to a collection. */
export async function leadTo(client: SolrClient, name: string): Promise<void> {
  await administer(client, 'collections', { action: 'CREATEALIAS', name: client.collection, collections: name })
}

/** Removes the collections of the service but those. */
export async function removeOthers(
  client: SolrClient,
  { collections }: Cluster,
  kept: readonly (string | null | undefined)[],
): Promise<void> {
  const removed = [...collections.keys()].filter(name => isOwn(client, name) && !kept.includes(name))
  await removeEach(removed, name => removeCollection(client, name))
}

/** Finds the configsets of the service whose collections are gone, as of one that Solr took too long to remove. */
export async function findStrayConfigsets(client: SolrClient): Promise<() => Promise<void>> {
  const { configSets } = await administer<{ configSets: string[] }>(client, 'configs', { action: 'LIST' })
  // Read after: a collection that has just been created has its configset before.
  const { collections } = await readCluster(client)
  const named = configSets.filter(name => name.endsWith(configsetEnd)).map(name => name.slice(0, -configsetEnd.length))
  const strays = named.filter(name => isOwn(client, name) && !collections.has(name))
  return () => removeEach(strays, name => remove(client, 'configs', toConfigsetName(name)))
}

/** Whether a name is one that `createCollection` gives. */
function isOwn({ collection }: SolrClient, name: string): boolean {
  return name.startsWith(`${collection}.`) && /^[\da-f]{8}$/.test(name.slice(collection.length + 1))
}

/** One that cannot be removed now keeps none of the others. */
async function removeEach(names: readonly string[], remove: (name: string) => Promise<void>): Promise<void> {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const name of names) outcomes.push(...(await Promise.allSettled([remove(name)])))
  const failed = outcomes.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

export async function removeCollection(client: SolrClient, name: string): Promise<void> {
  await remove(client, 'collections', name)
  await remove(client, 'configs', toConfigsetName(name))
}

async function remove(client: SolrClient, what: 'collections' | 'configs', name: string): Promise<void> {
  await administer(client, what, { action: 'DELETE', name }, undefined, removalTimeoutMs)
}

/** Removes the alias and all collections of a service. */
export async function removeCollections(url: string): Promise<void> {
  const client = createSolrClient(url)
  await administer(client, 'collections', { action: 'DELETEALIAS', name: client.collection })
  await removeOthers(client, await readCluster(client), [])
}

const configsetEnd = '.fields'

function toConfigsetName(collection: string): string {
  return `${collection}${configsetEnd}`
}

async function uploadConfigset(client: SolrClient, collection: string): Promise<void> {
  const files = await readdir(configset)
  const read = files.map(async file => [file, await readFile(new URL(`configset/${file}`, import.meta.url))] as const)
  const archive = zipSync(Object.fromEntries(await Promise.all(read)))
  const parameters = { action: 'UPLOAD', name: toConfigsetName(collection), overwrite: 'true' }
  await administer(client, 'configs', parameters, archive)
}

function administer<Answer>(
  client: SolrClient,
  what: 'collections' | 'configs',
  parameters: Record<string, string>,
  body?: Uint8Array,
  timeoutMs?: number,
): Promise<Answer> {
  return client.administer(`/admin/${what}?${new URLSearchParams({ ...parameters, wt: 'json' })}`, body, timeoutMs)
}
