/** The files that a request names, wherever they lie. */

import { buffer } from 'node:stream/consumers'
import {
  brokenRule,
  type InputFileResource,
  inputFileLimitBytes,
  malformed,
  missingRight,
  ServiceError,
} from '@rushes/contract'
import { findFormat, listFormatIds } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { type Outbound, OutboundError, parseOutboundUrl } from '../../../platform/security/outbound.ts'
import { readFileResource } from '../../files/index.ts'
import { getInstanceOfProduction } from '../../media/index.ts'
import { PermanentError } from '../../workflows/index.ts'
import { assertEncoding } from '../files/read-file.ts'

/** A file as it was read. */
export interface InputFile {
  readonly bytes: Uint8Array
  readonly fileName: string | undefined
}

/** Where a file comes from; what came within the request is kept beside the workflow. */
export type StoredInputFile = Omit<InputFileResource, 'content'>

const places = ['fileResourceId', 'mediaObjectInstanceId', 'url', 'content'] as const
const longestWaitMs = 60_000

/**
 * Checks what a request says of a file, with the rights of the caller, and takes out what came with it. Throws
 * BadRequestError for what contradicts itself, NotFoundError for a file that is not there.
 */
export async function acceptInputFile(
  ctx: Context,
  productionId: number,
  { content, ...file }: InputFileResource,
  path: string,
): Promise<{ stored: StoredInputFile; bytes: Buffer | null }> {
  const given = places.filter(name => (name === 'content' ? content : file[name]) !== undefined)
  if (given.length !== 1) throw malformed(path, `needs one of ${places.join(', ')}`)
  if (file.format !== undefined && !findFormat(file.format)) {
    throw brokenRule(`${path}/format`, `must be one of ${listFormatIds().join(', ')}, or a media type of these`)
  }
  if (file.encoding !== undefined) assertEncoding(file.encoding, `${path}/encoding`)
  if (file.url !== undefined && !parseOutboundUrl(file.url)) {
    throw malformed(`${path}/url`, 'must be an address of http or https, without a user name')
  }
  if (file.fileResourceId !== undefined) {
    await readFileResource(ctx, { productionId, fileResourceId: file.fileResourceId })
  }
  if (file.mediaObjectInstanceId !== undefined) {
    const { size } = await getInstanceOfProduction(ctx.db, productionId, file.mediaObjectInstanceId)
    if (size > inputFileLimitBytes) throw brokenRule(`${path}/mediaObjectInstanceId`, tooLarge)
    assertMayDownload(ctx)
  }
  return { stored: file, bytes: content === undefined ? null : decodeContent(content, `${path}/content`) }
}

const tooLarge = `may have ${inputFileLimitBytes} bytes at most`

/** Who reads a file of a clip through its subtitles might as well download it. */
function assertMayDownload({ actor }: Context): void {
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_DOWNLOAD')) throw missingRight('LIBRARY_DOWNLOAD')
}

/** The bytes that a request carries as base64. Throws BadRequestError for other text, ValidationError for too many. */
export function decodeContent(content: string, path: string): Buffer {
  const text = content.replaceAll(/\s+/g, '')
  if (text === '' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw malformed(path, 'must be base64')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > inputFileLimitBytes) throw brokenRule(path, tooLarge)
  return bytes
}

/**
 * Reads a file for a task. Throws PermanentError for what another attempt cannot fix, and NotFoundError for a file that
 * has gone; what the network does may be tried again.
 */
export async function readInputFile(
  ctx: Context,
  outbound: Outbound,
  productionId: number,
  file: StoredInputFile,
  content: Uint8Array | null,
): Promise<InputFile> {
  const { fileResourceId, mediaObjectInstanceId, url, fileName } = file
  if (fileResourceId !== undefined) {
    const found = await readFileResource(ctx, { productionId, fileResourceId })
    return { bytes: found.bytes, fileName: fileName ?? found.fileName }
  }
  if (mediaObjectInstanceId !== undefined) {
    const row = await getInstanceOfProduction(ctx.db, productionId, mediaObjectInstanceId)
    const bytes = await buffer(await ctx.platform.blobs.read(row.blob_key))
    return { bytes, fileName: fileName ?? row.file_name ?? undefined }
  }
  if (url !== undefined) {
    return { bytes: await fetchFile(outbound, url), fileName: fileName ?? new URL(url).pathname.split('/').at(-1) }
  }
  if (content === null) throw new PermanentError('FILE_GONE', 'The file of the request is not kept any more')
  return { bytes: content, fileName }
}

async function fetchFile(outbound: Outbound, url: string): Promise<Buffer> {
  const request = { url, method: 'GET', timeoutMs: longestWaitMs, mostAnswerBytes: inputFileLimitBytes + 1 } as const
  const { status, body } = await outbound.call(request).catch(error => {
    if (!(error instanceof OutboundError)) throw error
    throw new ServiceError('UnavailableError', `${new URL(url).host} could not be read: ${error.message}`)
  })
  if (status >= 500 || status === 429 || status === 408) {
    throw new ServiceError('UnavailableError', `${new URL(url).host} answered ${status}`)
  }
  if (status !== 200) throw new PermanentError('FILE_REFUSED', `${new URL(url).host} answered ${status}`)
  if (body.length > inputFileLimitBytes) throw new PermanentError('FILE_TOO_LARGE', `The file ${tooLarge}`)
  return body
}
