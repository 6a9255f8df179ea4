import { createTexts } from '../../platform/translations.ts'

/** Of the preview, which is loaded when it is opened. */
export const texts = createTexts({
  en: {
    noPicture: 'No picture',
    previousClip: 'Previous clip',
    nextClip: 'Next clip',
  },
  nl: {
    noPicture: 'Geen beeld',
    previousClip: 'Vorige clip',
    nextClip: 'Volgende clip',
  },
})
