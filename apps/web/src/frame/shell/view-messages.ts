import { createTexts } from '../../platform/translations.ts'

/** Of the colours and the language of the pages, which visitors of shares choose too. */
export const texts = createTexts({
  en: {
    theme: 'Colours',
    system: 'Like the system',
    dark: 'Dark',
    light: 'Light',
    language: 'Language',
  },
  nl: {
    theme: 'Kleuren',
    system: 'Zoals het systeem',
    dark: 'Donker',
    light: 'Licht',
    language: 'Taal',
  },
})
