import { signal } from '@preact/signals'
import type { SubtitleAnnotation } from '@rushes/contract'
import { useMemo } from 'preact/hooks'
import type { Captions } from '../../player/captions.ts'
import type { Film } from '../../player/film.ts'
import { sortRows, toRow } from '../model/rows.ts'
import { Preview } from './preview.tsx'

/** The subtitles that a viewer has chosen, on the picture of the film, as their editor shows them. */
export function ShownCaptions({ film, captions }: { film: Film; captions: Captions }) {
  const content = captions.content.value
  const subtitles = useMemo(() => content && toSubtitles(content), [content])
  if (!subtitles || !content?.subtitlePreset) return null
  return <Preview film={film} subtitles={subtitles} look={content.subtitlePreset} language={content.language} />
}

function toSubtitles({ structuredDescription: { subtitles, regions } }: SubtitleAnnotation) {
  return { rows: signal(sortRows(subtitles.map(toRow))), surroundings: signal({ regions }) }
}
