import { createTexts } from '../../platform/translations.ts'

/** Of parts that few productions or people use, which are loaded when they are shown. */
export const texts = createTexts({
  en: {
    groupings: 'Grouped by',
    noGroups: 'Nothing to group.',
    divided: { one: '{name}: {count} group', other: '{name}: {count} groups' },
    searchName: 'What to call it',
    shareSearch: 'For everyone in the production',
  },
  nl: {
    groupings: 'Gegroepeerd op',
    noGroups: 'Niets te groeperen.',
    divided: { one: '{name}: {count} groep', other: '{name}: {count} groepen' },
    searchName: 'Hoe ze heet',
    shareSearch: 'Voor iedereen in de productie',
  },
})
