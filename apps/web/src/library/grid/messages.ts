import { createTexts } from '../../platform/translations.ts'

/** Of what is shown instead of clips, which is loaded when there are none. */
export const texts = createTexts({
  en: {
    noneDirectly: 'No clips directly in this collection',
    clearSearch: 'Clear the search',
    unreadable: 'This search cannot be read. Check its brackets and quotation marks.',
    noClips: 'No clips yet',
    noClipsHint: 'Drop films, sound or pictures anywhere on this page.',
    noClipsTouchHint: 'Choose films, sound or pictures of this device.',
    noClipsYet: 'What the team uploads appears here.',
    noneHere: 'This collection is empty',
    noneHereHint: 'Drop files here, or select clips in the library and add them.',
    chooseFiles: 'Choose files',
    clearFilters: { one: 'Clear {count} filter', other: 'Clear {count} filters' },
    didYouMean: 'Did you mean',
  },
  nl: {
    noneDirectly: 'Geen clips direct in deze collectie',
    clearSearch: 'Zoekopdracht wissen',
    unreadable: 'Deze zoekopdracht is niet te lezen. Controleer haakjes en aanhalingstekens.',
    noClips: 'Nog geen clips',
    noClipsHint: 'Sleep films, geluid of beelden naar deze pagina.',
    noClipsTouchHint: 'Kies films, geluid of beelden van dit apparaat.',
    noClipsYet: 'Wat het team uploadt, verschijnt hier.',
    noneHere: 'Deze collectie is leeg',
    noneHereHint: 'Sleep bestanden hierheen, of kies clips in de bibliotheek en voeg ze toe.',
    chooseFiles: 'Bestanden kiezen',
    clearFilters: { one: '{count} filter wissen', other: '{count} filters wissen' },
    didYouMean: 'Bedoelde u',
  },
})
