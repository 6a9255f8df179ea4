import { type Client, FileBody, type SubtitleAnnotation, waitForWorkflow } from '@rushes/client'

/** Subtitles of a clip, by language and by the preset of the production that says how they look. */
export interface Place {
  readonly prId: number
  readonly moId: number
  readonly language: string
  readonly presetId: string
}

/** Stores a SubRip file as the subtitles; a service without a speech engine starts here. */
export function importSrt(api: Client, place: Place, file: string): Promise<SubtitleAnnotation> {
  return api.subtitles.replaceSubtitle({
    ...place,
    body: new FileBody('application/x-subrip', new TextEncoder().encode(file)),
  })
}

/** Has a speech engine write a transcript and makes subtitles of it by the rules of the preset. */
export async function makeSubtitles(api: Client, { prId, moId, language, presetId }: Place): Promise<void> {
  const { id } = await api.subtitles.createAdvancedSubtitle({
    prId,
    moId,
    body: { language, subtitlePresetId: presetId, generateTranscriptFromASR: true },
  })
  await waitForWorkflow(api, { prId, id })
}

/** The subtitles as a file; without the header they come as JSON. */
export async function readAsSrt(api: Client, place: Place): Promise<string> {
  const response = await api.subtitles.getSubtitle({ ...place, headers: { accept: 'application/x-subrip' } })
  return response.text()
}

/** Gives one subtitle another text; refused with 409 where it is no longer the text that the editor saw. */
export function correct(
  api: Client,
  place: Place,
  index: number,
  seen: string,
  text: string,
): Promise<SubtitleAnnotation> {
  const path = `/structuredDescription/subtitles/${index}/textParts/0/content`
  const body = [
    { op: 'test' as const, path, value: seen },
    { op: 'replace' as const, path, value: text },
  ]
  return api.subtitles.patchSubtitle({ ...place, body })
}

/** Says that the subtitles are finished; from then on nobody edits them by mistake. */
export async function complete(api: Client, { prId, moId, language, presetId }: Place): Promise<void> {
  const path = `/subtitlingStatuses/${language};${presetId}`
  const body = [{ op: 'add' as const, path, value: 'COMPLETED' }]
  await api.annotations.patchMediaObjectAnnotation({ prId, moId, body })
}

/** The file for a broadcaster, made by a workflow whose report says where it lies. */
export async function exportStl(api: Client, place: Place): Promise<Blob> {
  const { workflowId } = await api.subtitles.exportSubtitle({ ...place, body: { format: 'ebustl', timeBase: 'smpte' } })
  const { location } = await waitForWorkflow(api, { prId: place.prId, id: workflowId })
  const response = await fetch(location!)
  return response.blob()
}
