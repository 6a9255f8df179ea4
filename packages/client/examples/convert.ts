import { type Client, FileBody, type SubtitleConversion } from '@rushes/client'

/** Subtitles of a film of 24 frames per second for the same film at 25, as broadcasters in Europe play it. */
const speedUp = { sourceRate: '24', rate: '25', keep: 'frames', format: 'ebustl', start: '10:00:00:00' } as const

/** Any subtitle file; the service detects what it is. */
function toBody(file: Uint8Array): FileBody {
  return new FileBody('application/octet-stream', file)
}

/** What the conversion would do: the first and last subtitle before and after, and what the new file cannot hold. */
export async function previewSpeedUp(api: Client, file: Uint8Array): Promise<SubtitleConversion> {
  const response = await api.subtitles.convertSubtitle({ query: { ...speedUp, preview: true }, body: toBody(file) })
  return (await response.json()) as SubtitleConversion
}

/** The converted file. */
export async function convertToPal(api: Client, file: Uint8Array): Promise<Blob> {
  const response = await api.subtitles.convertSubtitle({ query: speedUp, body: toBody(file) })
  return response.blob()
}
