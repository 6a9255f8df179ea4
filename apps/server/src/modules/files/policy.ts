import { createHash } from 'node:crypto'
import {
  brokenRule,
  FileBody,
  type FileResourceCreation,
  largestFileBytes,
  malformed,
  missingRight,
  type ProductionRight,
  ServiceError,
} from '@rushes/contract'

/** Longest members that are only kept, as JSON, in UTF-16 code units. */
const longestDetails = 65_536

/** What is said of a file. */
type Said<Name extends keyof FileResourceCreation> = { [K in Name]?: FileResourceCreation[K] | undefined }
type Description = Said<Exclude<keyof FileResourceCreation, 'content'>>

/** What is said of a file in the query, when its bytes are the whole of the body. */
export type FileParameters = Said<'filename' | 'md5' | 'funnel' | 'editorialObjectId'>

/** A file that was sent: what is said of it, its bytes, and their hash in lower case. */
export interface SentFile {
  readonly request: Description & { filename: string }
  readonly bytes: Buffer
  readonly md5: string
}

/**
 * Reads a file out of a body. Throws BadRequestError without a name or for what is no base64, ValidationError when it is
 * empty or has another hash than it should, PayloadTooLargeError.
 */
export function readSentFile(body: FileResourceCreation | FileBody, parameters: FileParameters): SentFile {
  const sent: Description & { content: string | Uint8Array } =
    body instanceof FileBody ? { ...parameters, content: body.bytes } : { ...parameters, ...body }
  const { content, ...request } = sent
  const { filename } = request
  if (filename === undefined) throw malformed('filename', 'is needed in the query where the body is the file')
  const bytes = typeof content === 'string' ? decode(content) : Buffer.from(content)
  if (bytes.length === 0) throw brokenRule('/content', 'must not be empty')
  if (bytes.length > largestFileBytes) {
    throw new ServiceError('PayloadTooLargeError', `A file has at most ${largestFileBytes} bytes; upload it as a clip`)
  }
  const { customFields, businessKey, pattern, funnel } = request
  if (JSON.stringify({ customFields, businessKey, pattern, funnel }).length > longestDetails) {
    throw brokenRule('/customFields', `what is said of the file is longer than ${longestDetails} characters`)
  }
  const md5 = createHash('md5').update(bytes).digest('hex')
  if (request.md5 !== undefined && request.md5.toLowerCase() !== md5) {
    throw brokenRule('/md5', `the bytes that came have another hash, ${md5}; nothing of them was kept`)
  }
  return { request: { ...request, filename }, bytes, md5 }
}

function decode(content: string): Buffer {
  const text = content.replaceAll(/\s/g, '')
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw malformed('/content', 'is not base64')
  return Buffer.from(text, 'base64')
}

/** What of a file says who sees it and who reads it. */
interface Restricted {
  readonly admin_only: boolean
  readonly required_rights: readonly ProductionRight[]
}

/** Who asks for a file. */
export interface FileReader {
  readonly isAdmin: boolean
  /** In the production; what is everywhere else belongs to those who administer the account. */
  readonly rights: ReadonlySet<ProductionRight>
}

export function mayKnow({ isAdmin }: FileReader, file: Restricted): boolean {
  return isAdmin || !file.admin_only
}

/** Throws ForbiddenError with the right that is missing. */
export function assertMayRead({ isAdmin, rights }: FileReader, file: Restricted): void {
  const missing = file.required_rights.find(right => !rights.has(right))
  if (missing !== undefined && !isAdmin) throw missingRight(missing)
}
