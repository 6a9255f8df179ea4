import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StorageCredentials } from '../../config/storage-credentials.ts'
import { StoreUnavailableError } from '../blobs.ts'
import { createExchange, type RequestBody, UnreadableFileError } from './exchange.ts'
import type { GetCredentials } from './role-credentials.ts'
import { readTag } from './xml.ts'

/** Where a bucket is, and who asks. */
export interface BucketAddress {
  readonly bucket: string
  /** Before the name of every object, without slashes at its ends; may be empty. */
  readonly prefix: string
  /** Absent: Amazon's of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Whether the bucket is in the path rather than in the name of the host. */
  readonly pathStyle: boolean
  /** Those of a role change while the service runs. */
  readonly credentials: StorageCredentials | GetCredentials
}

/** A request about an object, or about the bucket. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Absent: the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  /** Breaks it off; what was sent may have reached the store. */
  readonly signal?: AbortSignal | undefined
}

/** A refusal of the store, with its code such as `NoSuchKey`. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface S3Client {
  /** An answer with status 2xx. Throws S3Error, StoreUnavailableError, the reason of the signal. */
  send(request: S3Request): Promise<IncomingMessage>
  readonly origin: string
  /** An address that lets anyone read an object for some seconds. */
  sign(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<URL>
}

/** Another attempt begins no later than so long after the first. */
const retryForMs = 4_000
const firstDelayMs = 100

export function createS3Client(address: BucketAddress): S3Client {
  const base = toBase(address)
  const { credentials, region } = address
  const getCredentials = typeof credentials === 'function' ? credentials : async () => credentials
  const exchange = createExchange()
  const cache = new Map<string, ArrayBuffer>()

  async function signRequest(request: {
    url: string
    method?: string
    headers?: Record<string, string>
    signQuery?: boolean
  }) {
    const { accessKeyId, secretAccessKey, sessionToken } = await getCredentials()
    const signer = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
    return new AwsV4Signer({ ...signer, region, service: 's3', cache, ...request }).sign()
  }

  function toUrl(key: string | undefined, query: Readonly<Record<string, string>> = {}): URL {
    const name = key === undefined ? '' : [address.prefix, key].filter(part => part !== '').join('/')
    const url = new URL(base + name.split('/').map(encodeURIComponent).join('/'))
    for (const [member, value] of Object.entries(query)) url.searchParams.set(member, value)
    return url
  }

  async function attempt({ method, key, query, headers, body, signal }: S3Request): Promise<IncomingMessage> {
    const url = toUrl(key, query).href
    const signed = await signRequest({ method, url, ...(headers && { headers: { ...headers } }) })
    return exchange(toAddress(signed.url), method, signed.headers, body, signal)
  }

  return {
    origin: new URL(base).origin,
    async send(request) {
      const begun = performance.now()
      for (let pauseMs = firstDelayMs; ; pauseMs *= 2) {
        request.signal?.throwIfAborted()
        const answer = await attempt(request).catch((error: NodeJS.ErrnoException) => {
          request.signal?.throwIfAborted()
          if (error instanceof UnreadableFileError) throw error.cause
          if (error instanceof StoreUnavailableError) return error
          return new StoreUnavailableError(error.code ?? error.message)
        })
        if (!(answer instanceof Error) && toStatus(answer) < 300) return answer
        const failure = answer instanceof Error ? answer : await toFailure(answer)
        if (failure instanceof S3Error || performance.now() - begun + pauseMs > retryForMs) throw failure
        await delay(pauseMs * (0.5 + Math.random() / 2))
      }
    },
    async sign(key, query, seconds) {
      const url = toUrl(key, { ...query, 'X-Amz-Expires': String(seconds) })
      return toAddress((await signRequest({ url: url.href, signQuery: true })).url)
    },
  }
}

function toBase({ endpoint, bucket, region, pathStyle }: BucketAddress): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (pathStyle) return `${url.origin}/${bucket}/`
  return `${url.protocol}//${bucket}.${url.host}/`
}

/** Signatures are made with `%20`, and not every store takes a plus for it. */
function toAddress(url: URL): URL {
  return new URL(url.href.replaceAll('+', '%20'))
}

/** What was refused, or that the store cannot answer now. */
async function toFailure(answer: IncomingMessage): Promise<S3Error | StoreUnavailableError> {
  const status = toStatus(answer)
  const body = await text(answer).catch(() => '')
  const code = readTag(body, 'Code') ?? `HTTP ${status}`
  if (status >= 500 || status === 429) return new StoreUnavailableError(`the store answers ${code}`)
  return new S3Error(status, code, readTag(body, 'Message') ?? `the store answers ${status}`)
}

function toStatus({ statusCode = 0 }: IncomingMessage): number {
  return statusCode
}
