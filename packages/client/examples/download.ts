import { type Client, listAll, toArray } from '@rushes/client'

/**
 * The bytes of the first film among the files of a clip. The address that a download link answers needs no token, ends
 * after a while, and takes `Range`, so that a `<video>` element plays it as it is.
 */
export async function fetchFilm(api: Client, prId: number, moId: number): Promise<{ url: string; film: Blob }> {
  const files = await toArray(listAll(api.media.listInstances, { prId, id: moId }))
  const file = files.find(({ mimeType }) => mimeType?.startsWith('video/'))
  if (!file) throw new Error(`clip ${moId} has no film`)
  const link = await api.media.getDownloadLink({ prId, id: moId, moiId: file.id })
  const url = await link.text()
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the film was refused: ${response.status}`)
  return { url, film: await response.blob() }
}
