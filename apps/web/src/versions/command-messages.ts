import { createTexts } from '../platform/translations.ts'

/** Of the command alone, which every page of a clip has. */
export const texts = createTexts({
  en: { add: 'Add version …', clip: 'Clip' },
  nl: { add: 'Versie toevoegen …', clip: 'Clip' },
})
