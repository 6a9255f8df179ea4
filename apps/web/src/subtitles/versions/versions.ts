/** The subtitles and transcripts that a clip has. */

import type { SolrDocument, WorkStatus } from '@rushes/contract'
import { api } from '../../platform/reading/api.ts'
import type { BesideChoice } from '../editor/beside.ts'
import { readStatus } from '../picture/place.ts'

/** Subtitles of a clip in one language and preset. */
export interface Version {
  readonly language: string
  readonly presetId: string | undefined
  readonly status: WorkStatus
}

export interface Versions {
  readonly subtitles: readonly Version[]
  /** Languages of transcripts. */
  readonly transcripts: readonly string[]
}

export async function loadVersions(prId: number, moId: number, signal: AbortSignal): Promise<Versions> {
  const query = (fq: string) => ({ q: '*:*', fq: [fq], rows: 500 })
  const [moa, subtitles, transcripts] = await Promise.all([
    api.annotations.getMediaObjectAnnotation({ prId, moId, signal }),
    api.annotations.listAnnotationsOfClip({ prId, moId, query: query('funnel:Subtitle'), signal }),
    api.annotations.listAnnotationsOfClip({
      prId,
      moId,
      query: { ...query('funnel:TranscriptAnnotation'), rows: 0, facet: true, 'facet.field': ['language'] },
      signal,
    }),
  ])
  const text = (document: SolrDocument, name: string) =>
    typeof document[name] === 'string' ? document[name] : undefined
  return {
    subtitles: subtitles.results.flatMap(document => {
      const language = text(document, 'language')
      const presetId = text(document, 'subtitlePresetId')
      if (language === undefined) return []
      return [{ language, presetId, status: readStatus(moa.subtitlingStatuses, { language, presetId }) }]
    }),
    transcripts: (transcripts.facetFields ?? []).flatMap(({ values }) =>
      values.flatMap(({ name, count }) => (name !== null && count > 0 ? [name] : [])),
    ),
  }
}

/** What can stand beside the subtitles of a language and preset. */
export function listBesideChoices(
  { subtitles, transcripts }: Versions,
  language: string,
  presetId: string | undefined,
): BesideChoice[] {
  return [
    ...transcripts.map(known => ({ kind: 'transcript', language: known }) as const),
    ...subtitles
      .filter(version => version.language !== language || version.presetId !== presetId)
      .map(version => ({ kind: 'subtitles', language: version.language, presetId: version.presetId }) as const),
  ]
}
