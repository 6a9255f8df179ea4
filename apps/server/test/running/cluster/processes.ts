/** The nodes of several machines as processes: two that answer requests, one for tasks, one for the rest. */

import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@rushes/client'
import { type Balancer, startBalancer } from '../../peers/balancer.ts'
import { type CuttingProxy, startCuttingProxy } from '../../peers/cutting-proxy.ts'
import { type ObjectStore, startObjectStore } from '../../peers/object-store.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../peers/standby.ts'
import { adminPassword } from '../../service.ts'
import { endProcess, findFreePort, startProcess } from '../../service-process.ts'

/** A process that is stopped and started again at the same address. */
export interface Node {
  readonly url: string
  start(): Promise<void>
  /** As a service manager does it. */
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Cluster {
  /** Absent: media is in a folder that all nodes share. */
  readonly objects: ObjectStore | undefined
  readonly database: PrimaryAndStandby
  /** Between the nodes and the primary. */
  readonly wire: CuttingProxy
  readonly balancer: Balancer
  readonly nodes: { readonly api: readonly [Node, Node]; readonly worker: Node; readonly background: Node }
  /** Clients of the first user: at each api node, and at the balancer. */
  readonly apis: readonly [Client, Client]
  readonly balanced: Client
  stop(): Promise<void>
}

/** How long an api node serves on after the order to stop: the balancer has noticed by then on a busy machine too. */
const drainSeconds = 3

export async function startCluster(place: 'objects' | 'folder'): Promise<Cluster> {
  // What was begun is ended when a later part cannot start.
  await using begun = new AsyncDisposableStack()
  const objects = place === 'objects' ? await startObjectStore() : undefined
  begun.defer(async () => objects?.stop())
  const database = await startPrimaryAndStandby()
  begun.defer(() => database.stop())
  const wire = await startCuttingProxy(database.primaryUrl)
  begun.defer(() => wire.stop())
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`
  const folder = await mkdtemp(join(tmpdir(), 'rushes-cluster-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  const processes = new Map<string, ChildProcess>()
  begun.defer(async () => {
    for (const process of processes.values()) await endProcess(process, 'SIGKILL')
  })

  async function startNode(role: string): Promise<Node> {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      RUSHES_PORT: String(port),
      RUSHES_ROLE: role,
      RUSHES_PUBLIC_URL: publicUrl,
      RUSHES_DATA: objects ? join(folder, String(port)) : folder,
      RUSHES_DATABASE_URL: database.url.replace(new URL(database.primaryUrl).host, new URL(wire.url).host),
      RUSHES_SECRET: 'a secret that all nodes share',
      RUSHES_ADMIN_PASSWORD: adminPassword,
      RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
      RUSHES_DRAIN_SECONDS: role === 'api' ? String(drainSeconds) : '0',
      RUSHES_LOG_LEVEL: 'fatal',
      ...objects?.toSettings('cluster'),
    }
    const node: Node = {
      url,
      async start() {
        const process = await startProcess(settings)
        processes.set(url, process)
        if (process.exitCode !== null) throw new Error(`the node of role ${role} did not start`)
      },
      stop: () => endProcess(processes.get(url), 'SIGTERM'),
      kill: () => endProcess(processes.get(url), 'SIGKILL'),
    }
    await node.start()
    return node
  }

  // The first one creates the schema and the first user.
  const first = await startNode('api')
  const api = [first, await startNode('api')] as const
  const [worker, background] = [await startNode('worker'), await startNode('background')]
  const balancer = await startBalancer(
    publicUrl,
    api.map(({ url }) => url),
  )
  begun.defer(() => balancer.stop())
  const body = { username: 'admin', password: adminPassword }
  const { token } = await createClient({ baseUrl: first.url }).authentication.login({ body })
  const connect = (baseUrl: string) => createClient({ baseUrl, token: token! })
  const peers = begun.move()
  return {
    objects,
    database,
    wire,
    balancer,
    nodes: { api, worker, background },
    apis: [connect(api[0].url), connect(api[1].url)],
    balanced: connect(balancer.url),
    stop: () => peers.disposeAsync(),
  }
}
