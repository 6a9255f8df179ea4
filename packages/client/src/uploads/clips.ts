import {
  type FileUploadOutcome,
  type FileUploadResponse,
  isErrorBody,
  type MediaObjectRequest,
  ServiceError,
} from '@rushes/contract'
import type { Client } from '../client.ts'

/** Creates a clip, or updates the one that the request means. */
export async function createClip(
  api: Client,
  prId: number,
  body: MediaObjectRequest,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<FileUploadResponse> {
  const created = await api.uploads.createMediaObjects({ prId, body, ...(signal ? { signal } : {}) })
  if (Array.isArray(created)) throw new TypeError('one request is answered by one clip')
  return created
}

/** The same for several; each of the answers, in the order of the requests, is a clip or holds an `error`. */
export async function createClips(
  api: Client,
  prId: number,
  body: MediaObjectRequest[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<FileUploadOutcome[]> {
  const created = await api.uploads.createMediaObjects({ prId, body, ...(signal ? { signal } : {}) })
  if (!Array.isArray(created)) throw new TypeError('a list is answered by a list')
  return created
}

/** The clip of an answer; throws the error that it holds instead. */
export function expectClip(outcome: FileUploadOutcome | undefined): FileUploadResponse {
  const { error } = outcome ?? {}
  if (isErrorBody(error)) throw new ServiceError(error.type, error.message, error.data)
  if (outcome?.id === undefined) throw new TypeError('the answer holds no clip')
  return outcome as FileUploadResponse
}
