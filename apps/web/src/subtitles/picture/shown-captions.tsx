import { signal } from '@preact/signals'
import type { SubtitleAnnotation } from '@rushes/contract'
import { useEffect, useMemo } from 'preact/hooks'
import type { Captions } from '../../player/captions.ts'
import type { Film } from '../../player/film.ts'
import { sortRows, toRow } from '../model/rows.ts'
import { placeEntry } from './box.ts'
import { Preview } from './preview.tsx'
import { showInPictureInPicture } from './text-track.ts'

/** The subtitles that a viewer has chosen, on the picture of the film, as their editor shows them. */
export function ShownCaptions({ film, captions }: { film: Film; captions: Captions }) {
  const content = captions.content.value
  const subtitles = useMemo(() => content && toSubtitles(content), [content])
  const screen = film.screen.value
  useEffect(() => {
    const look = content?.subtitlePreset
    if (!screen || !subtitles || !look) return undefined
    const regions = subtitles.surroundings.value.regions ?? []
    return showInPictureInPicture(screen, film, subtitles.rows.value, entry => {
      const { y, height, displayAlign } = placeEntry(entry, look, regions)
      const at = displayAlign === 'before' ? y : displayAlign === 'after' ? y + height : y + height / 2
      return at < 50
    })
  }, [screen, film, subtitles])
  if (!subtitles || !content?.subtitlePreset) return null
  return <Preview film={film} subtitles={subtitles} look={content.subtitlePreset} language={content.language} />
}

function toSubtitles({ structuredDescription: { subtitles, regions } }: SubtitleAnnotation) {
  return { rows: signal(sortRows(subtitles.map(toRow))), surroundings: signal({ regions }) }
}
