/**
 * A Solr in cloud mode for tests: two nodes with their ZooKeeper in one process of Java, and more in processes of their own,
 * made of packages by `npm run peers`.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '../free-port.ts'
import { within } from '../until.ts'
import { whyNoPeer, whyNoRequiredPeer } from './wanted.ts'

export const solrVersion = '9.10.0'

/** A Solr that a whole run of tests shares: the address of a node. */
export const sharedSolr = 'RUSHES_TEST_SOLR'

/** Where its classes are, once they were gathered. */
export function toSolrFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  // With the number of what is made of it here.
  return join(cache, 'rushes', `solr-${solrVersion}-5`)
}

/** Whether its classes were gathered. */
export function isSolrGathered(): boolean {
  return existsSync(join(toSolrFolder(), 'classes', 'SolrPeer.class'))
}

/** What is missing where it was not. */
export const lacksSolr = 'no Solr to test with; gather one with `npm run peers solr` (needs Java 17 and Maven)'

/** Why tests of Solr are left out: false where it is wanted and there. Where it is wanted, its absence is an error. */
export function whyNoSolr(): string | false {
  return whyNoRequiredPeer(isSolrGathered, lacksSolr)
}

/** The same for tests of a suite that is about something else. */
export function whyNoSolrEither(): string | false {
  return whyNoPeer(isSolrGathered, lacksSolr)
}

/** A running Solr. */
export interface SolrPeer {
  /** Addresses of its nodes: `http://127.0.0.1:1234/solr`. */
  readonly nodes: readonly string[]
  stop(): Promise<void>
}

/** A Solr of one's own, whose parts may be stopped. */
export interface OwnSolr extends SolrPeer {
  /** Where its nodes have their documents. */
  readonly dataFolder: string
  /** Stops or starts a node, by its number, both, or ZooKeeper. */
  turn(how: 'stop' | 'start', part: 0 | 1 | 'both' | 'zookeeper'): Promise<void>
  /** Starts one more node, in a process of its own; it ends with the others. */
  addNode(): Promise<SolrNode>
}

/** A node that can be lost without a goodbye. */
export interface SolrNode {
  readonly url: string
  /** Ends its process at once, as a machine that loses its power would. */
  kill(): Promise<void>
  /** Starts it again, with what it has on its disk. */
  start(): Promise<void>
}

/** Why the disk of a Solr cannot be made small: false where it can. */
export function whyNoSmallDisk(): string | false {
  return process.getuid?.() === 0 && process.platform === 'linux' ? false : 'only root may mount a small disk'
}

/** The Solr of this run of tests, or one of one's own. */
export async function startSolr(): Promise<SolrPeer> {
  const shared = process.env[sharedSolr]
  if (shared === undefined) return startOwnSolr()
  return { nodes: [shared], stop: async () => {} }
}

/** `diskMib`: its nodes have a disk of this size for their documents. */
export async function startOwnSolr({ diskMib }: { readonly diskMib?: number } = {}): Promise<OwnSolr> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-solr-'))
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder)
  if (diskMib !== undefined) run('mount', ['-t', 'tmpfs', '-o', `size=${diskMib}m`, 'tmpfs', dataFolder])
  const launched: Launched[] = []
  const stop = async () => {
    await Promise.all(launched.map(({ end }) => end()))
    if (diskMib !== undefined) run('umount', [dataFolder])
    await rm(folder, { recursive: true, force: true })
  }
  const start = (...args: Parameters<typeof launch>) => {
    const process = launch(...args)
    launched.push(process)
    return process
  }
  try {
    const { program, readAnswer } = start(folder, dataFolder, '1g')
    const [zookeeper = ''] = await readAnswer('zookeeper')
    const nodes = await readAnswer('nodes')
    return {
      nodes,
      dataFolder,
      async turn(how, part) {
        program.stdin?.write(`${how} ${part}\n`)
        await within(`Solr has done: ${how} ${part}`, readAnswer('done'))
      },
      async addNode() {
        // Those of the first process are folders named `node`.
        const own = join(folder, `alone${launched.length}`)
        const data = join(own, 'data')
        await mkdir(data, { recursive: true })
        // Nodes know one another by their ports.
        const port = String(await findFreePort())
        const startNode = async () => {
          const node = start(own, data, '512m', zookeeper, port)
          const [url = ''] = await within('a node of Solr answers', node.readAnswer('nodes'))
          return { url, end: node.end }
        }
        let node = await startNode()
        return {
          url: node.url,
          kill: () => node.end(),
          async start() {
            node = await startNode()
          },
        }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Launched {
  readonly program: ChildProcess
  /** Waits for a line that begins with the word, and gives the words after it. */
  readAnswer(word: string): Promise<string[]>
  /** Kills it. */
  end(): Promise<void>
}

/** Starts a process of Java with nodes of Solr whose documents are in a folder. */
function launch(folder: string, dataFolder: string, memory: string, ...more: readonly string[]): Launched {
  const classes = [join(toSolrFolder(), 'classes'), join(toSolrFolder(), 'lib', '*')].join(delimiter)
  const options = [`-Xmx${memory}`, `-Dsolr.log.dir=${folder}`, `-Dsolr.data.home=${dataFolder}`]
  const program = spawn('java', [...options, '-cp', classes, 'SolrPeer', folder, ...more], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(program, 'exit')
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  return {
    program,
    async readAnswer(word) {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('Solr has ended')
        const [first, ...rest] = value.split(' ')
        if (first === 'failed') throw new Error(rest.join(' '))
        if (first === word) return rest
      }
    },
    async end() {
      if (program.exitCode === null && program.signalCode === null) program.kill('SIGKILL')
      await ended
    },
  }
}

function run(program: string, parameters: readonly string[]): void {
  execFileSync(program, parameters, { stdio: 'ignore' })
}
