import { createTexts } from '../../platform/translations.ts'

/** Of the list of keys, which is loaded when it is opened. */
export const texts = createTexts({
  en: { keysOn: 'Use single keys' },
  nl: { keysOn: 'Enkele toetsen gebruiken' },
})
