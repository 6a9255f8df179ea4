/** Where subtitles lie: a clip, a language, and mostly a preset. */

import type { SubtitleAnnotation, WorkStatus } from '@rushes/contract'
import { api } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import type { SubtitleStore } from '../model/saver.ts'

export interface SubtitlePlace {
  readonly prId: number
  readonly moId: number
  readonly language: string
  readonly presetId?: string | undefined
}

/** The address of the editor for these subtitles. */
export function toEditorPath({ prId, moId, language, presetId }: SubtitlePlace): string {
  const query = presetId === undefined ? '' : `?${new URLSearchParams({ preset: presetId })}`
  return `${toVersionsPath(prId, moId)}/${encodeURIComponent(language)}${query}`
}

/** The address of the page that lists all subtitles of a clip. */
export function toVersionsPath(prId: number, moId: number): string {
  return `/app/production/${prId}/clip/${moId}/subtitles`
}

/** The subtitles of a place; throws NotFoundError where there are none, unless they are to be created. */
export async function loadSubtitles(
  { presetId, ...place }: SubtitlePlace,
  { create = false, signal }: { create?: boolean; signal?: AbortSignal } = {},
): Promise<SubtitleAnnotation> {
  const input = { ...place, query: { noCreate: !create }, ...(signal && { signal }) }
  const response = await (presetId === undefined
    ? api.subtitles.getSubtitleOfLanguage(input)
    : api.subtitles.getSubtitle({ ...input, presetId }))
  return (await response.json()) as SubtitleAnnotation
}

/** How the editor reaches the subtitles of a place. */
export function createSubtitleStore(place: SubtitlePlace): SubtitleStore {
  const { presetId, ...ofLanguage } = place
  return {
    load: () => loadSubtitles(place),
    patch(version, body) {
      const input = { ...ofLanguage, body, headers: { 'if-match': `"${version}"` } }
      return presetId === undefined
        ? api.subtitles.patchSubtitleOfLanguage(input)
        : api.subtitles.patchSubtitle({ ...input, presetId })
    },
  }
}

/** "The key is `<language>;<subtitlePresetId>`, or just `<language>` when there is no preset." */
function toStatusKey({ language, presetId }: Pick<SubtitlePlace, 'language' | 'presetId'>): string {
  return presetId === undefined ? language : `${language};${presetId}`
}

/** "A key that is missing means `NOT_STARTED`." */
export function readStatus(
  statuses: Readonly<Record<string, WorkStatus>> | undefined,
  place: Pick<SubtitlePlace, 'language' | 'presetId'>,
): WorkStatus {
  return statuses?.[toStatusKey(place)] ?? 'NOT_STARTED'
}

export async function loadStatus(place: SubtitlePlace, signal?: AbortSignal): Promise<WorkStatus> {
  const { prId, moId } = place
  const moa = await api.annotations.getMediaObjectAnnotation({ prId, moId, ...(signal && { signal }) })
  return readStatus(moa.subtitlingStatuses, place)
}

export async function saveStatus(place: SubtitlePlace, status: WorkStatus): Promise<void> {
  const { prId, moId } = place
  const path = toPointer('subtitlingStatuses', toStatusKey(place))
  await api.annotations.patchMediaObjectAnnotation({ prId, moId, body: [{ op: 'add', path, value: status }] })
}
