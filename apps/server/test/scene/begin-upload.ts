import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type Client, createClips as createAll, createClip, expectClip } from '@rushes/client'
import { type FileUploadResponse, isErrorBody, type MediaObjectRequest } from '@rushes/contract'

/** An upload that takes bytes. */
type BegunUpload = FileUploadResponse & { location: string; uploadId: string; workflowId: string }

/** Creates a clip whose upload follows. */
export async function beginUpload(
  api: Client,
  prId: number,
  size: number,
  request: MediaObjectRequest = {},
): Promise<BegunUpload> {
  const body = { name: 'Interview', fileName: 'interview.mov', size, ...request }
  const created = await createClip(api, prId, body)
  const { location, uploadId, workflowId } = created
  assert.ok(location !== undefined && uploadId !== undefined && workflowId !== undefined)
  return { ...created, location, uploadId, workflowId }
}

/** Creates clips by a list, or a placeholder, and gives the answers as a list. */
export async function createClips(api: Client, prId: number, ...requests: MediaObjectRequest[]) {
  return (await createAll(api, prId, requests)).map(expectClip)
}

/** The answer to a chunk. */
interface ChunkAnswer {
  status: number
  /** `X-Upload-Received`. */
  received: number
  /** `type` of the error body. */
  error: string | undefined
}

/** Sends a chunk as a foreign client does: to the location, with nothing but the position appended. */
export async function putChunk(
  location: string,
  position: number | string | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<ChunkAnswer> {
  const response = await fetch(position === undefined ? location : `${location}&position=${position}`, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  return {
    status: response.status,
    received: Number(response.headers.get('x-upload-received')),
    error: isErrorBody(body) ? body.type : undefined,
  }
}

/** Bytes that differ from place to place, so that a chunk at the wrong place shows. */
export function makeBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let index = 0, state = seed; index < length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The bytes of a clip's original, fetched as a client fetches them. */
export async function downloadOriginal(api: Client, prId: number, id: number): Promise<Uint8Array> {
  const { items } = await api.media.listInstances({ prId, id })
  const raw = items.find(instance => instance.type === 'RAW')
  assert.ok(raw)
  const link = await api.media.getDownloadLink({ prId, id, moiId: raw.id })
  const response = await fetch(await link.text())
  assert.equal(response.status, 200)
  return new Uint8Array(await response.arrayBuffer())
}
