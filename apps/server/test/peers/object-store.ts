/** Object stores of S3 for tests, which `npm run peers` builds into the user's cache. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createS3Client, S3Error } from '../../src/platform/blobs/s3/client.ts'
import { findFreePort } from '../free-port.ts'
import { until } from '../until.ts'
import { whyNoRequiredPeer } from './wanted.ts'

/** A program that serves S3 from a folder. */
interface StoreProgram {
  /** As `go install` takes it. */
  readonly source: string
  /** The version, short, in the name of the folder it is built into. */
  readonly version: string
  /** Whether it lists multipart uploads by the folder of their keys; one that does not ends them of its own accord. */
  readonly listsMultiparts: boolean
  /** How it is started at this address for what is in these two folders. */
  start(address: string, root: string, metadata: string): { args: string[]; env: Record<string, string> }
}

const bucket = 'media'
const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-of-nobody', sessionToken: undefined }

/** Stores differ, so tests know two of them: the first wherever one is wanted, the second in a suite of its own. */
export const storePrograms = {
  versitygw: {
    source: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
    version: 'v1.8.0',
    listsMultiparts: true,
    start: (address, root, metadata) => ({
      args: ['--port', address, '--region', 'us-east-1', '--quiet', 'posix', '--sidecar', metadata, root],
      env: { ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
    }),
  },
  minio: {
    source: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
    version: '20260212',
    listsMultiparts: false,
    start: (address, root, metadata) => ({
      args: ['server', root, '--quiet', '--address', address, '--config-dir', metadata],
      env: { MINIO_ROOT_USER: credentials.accessKeyId, MINIO_ROOT_PASSWORD: credentials.secretAccessKey },
    }),
  },
} as const satisfies Readonly<Record<string, StoreProgram>>

/** Set: the media of test services is in the object store at this address. */
export const storeVariable = 'RUSHES_TEST_STORE'

export type StoreName = keyof typeof storePrograms

/** Set: the tests of this run use another store than the first. */
export const usedStoreVariable = 'RUSHES_TEST_OBJECT_STORE'
export const usedStore = toStoreName(process.env[usedStoreVariable] ?? 'versitygw')

export function toStoreName(name: string): StoreName {
  if (Object.hasOwn(storePrograms, name)) return name as StoreName
  throw new Error(`no object store is called ${name}; there are ${Object.keys(storePrograms).join(' and ')}`)
}

/** Where the program of a store is, once it was built. */
export function toObjectStoreFolder(name: StoreName): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'rushes', `${name}-${storePrograms[name].version}`)
}

export function isObjectStoreBuilt(): boolean {
  return existsSync(join(toObjectStoreFolder(usedStore), usedStore))
}

/** What is missing where it was not. */
export const lacksObjectStore = `no object store to test with; build one with \`npm run peers ${usedStore}\` (needs Go)`

/** Why tests of the object store are left out: false where it is wanted and there. */
export function whyNoObjectStore(): string | false {
  return whyNoRequiredPeer(isObjectStoreBuilt, lacksObjectStore)
}

/** A running store with one empty bucket. */
export interface ObjectStore {
  readonly endpoint: string
  readonly bucket: string
  readonly credentials: typeof credentials
  /** The settings of a service whose media is under this prefix of the bucket. */
  toSettings(prefix: string): Record<string, string>
  /** Ends the process, as a crash of the store would. */
  kill(): Promise<void>
  /** Starts it again, with what it has. */
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-objects-'))
  const [root, metadata] = [join(folder, 'objects'), join(folder, 'metadata')]
  await mkdir(root)
  await mkdir(metadata)
  const port = await findFreePort()
  const endpoint = `http://127.0.0.1:${port}`
  const client = createS3Client({ bucket, prefix: '', endpoint, region: 'us-east-1', pathStyle: true, credentials })
  let program: ChildProcess | undefined

  async function start(): Promise<void> {
    const { args, env } = storePrograms[usedStore].start(`127.0.0.1:${port}`, root, metadata)
    program = spawn(join(toObjectStoreFolder(usedStore), usedStore), args, {
      stdio: 'ignore',
      env: { HOME: folder, ...env },
    })
    await until('the object store answers', isAnswering)
  }
  /** More than taking connections: one that has just started may say that it is not ready. */
  async function isAnswering(): Promise<boolean> {
    try {
      ;(await client.send({ method: 'HEAD' })).resume()
      return true
    } catch (error) {
      // At first it has no bucket.
      return error instanceof S3Error
    }
  }
  async function kill(): Promise<void> {
    if (!program || program.exitCode !== null || program.signalCode !== null) return
    const ended = once(program, 'exit')
    program.kill('SIGKILL')
    await ended
  }

  await start()
  ;(await client.send({ method: 'PUT' })).resume()
  return {
    endpoint,
    bucket,
    credentials,
    toSettings: prefix => toStoreSettings(endpoint, prefix),
    kill,
    start,
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of a service whose media is under a prefix of the bucket of the store at this address. */
export function toStoreSettings(endpoint: string, prefix: string): Record<string, string> {
  return {
    RUSHES_STORAGE_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=us-east-1&pathStyle=true`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}
