import { type Client, createClip, type MediaObjectAnnotation, uploadFile, waitForWorkflow } from '@rushes/client'

/** What tells the user how far an upload is. */
export interface Watcher {
  /** Where the id is kept, so that the upload can go on after a restart. */
  keep(mediaObjectId: number): void
  show(sentBytes: number, totalBytes: number): void
}

/**
 * Uploads a file (in a browser what the user chose, in Node `await openAsBlob(path)`) and waits for the ingest; gives the
 * clip's own annotation, which holds its technical data. With the id that `keep` was given, goes on where it stopped.
 */
export async function uploadClip(
  api: Client,
  prId: number,
  fileName: string,
  file: Blob,
  watcher: Watcher,
  unfinished?: number,
): Promise<MediaObjectAnnotation> {
  const id = unfinished ?? (await createClip(api, prId, { name: fileName, fileName, size: file.size })).id
  watcher.keep(id)
  const clip = await uploadFile(api, {
    prId,
    fileName,
    source: file,
    mediaObjectId: id,
    onProgress: (sent, total) => watcher.show(sent, total),
  })
  if (clip.workflowId !== undefined) await waitForWorkflow(api, { prId, id: clip.workflowId })
  return api.annotations.getMediaObjectAnnotation({ prId, moId: id })
}
