import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    info: 'Info',
    transcript: 'Transcript',
    clip: 'Clip',
    previousClip: 'Previous clip',
    nextClip: 'Next clip',
    clipNumber: '{number} of {count}',
    library: 'Library',
    compare: 'Compare with another clip',
    subtitles: 'Subtitles',
    share: 'Share',
    metadata: 'Metadata',
    files: 'Files',
  },
  nl: {
    info: 'Info',
    transcript: 'Transcript',
    clip: 'Clip',
    previousClip: 'Vorige clip',
    nextClip: 'Volgende clip',
    clipNumber: '{number} van {count}',
    library: 'Bibliotheek',
    compare: 'Vergelijken met een andere clip',
    subtitles: 'Ondertitels',
    share: 'Delen',
    metadata: 'Metadata',
    files: 'Bestanden',
  },
})
