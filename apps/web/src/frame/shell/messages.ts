import { createTexts } from '../../platform/translations.ts'

/** Of the list of productions, which is loaded when it is opened. */
export const texts = createTexts({
  en: {
    allProductions: 'All productions',
    noProductionFound: 'No production matches.',
  },
  nl: {
    allProductions: 'Alle producties',
    noProductionFound: 'Geen productie gevonden.',
  },
})
