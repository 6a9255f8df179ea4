import { createTexts } from '../../platform/translations.ts'

/** Of dialogs and cards, which are loaded when they are shown. */
export const texts = createTexts({
  en: {
    withinToo: 'With what is in them',
    removeCollectionQuestion:
      'Delete the collection “{title}” with those below it? Their clips stay, their shares end.',
    emptyCollectionQuestion: 'Take all clips out of “{title}”? They stay in the library.',
    moveCollection: 'Move “{title}”',
    moveInto: 'Into',
    topLevel: 'Top level',
    title: 'Title',
  },
  nl: {
    withinToo: 'Met wat erin zit',
    removeCollectionQuestion:
      'De collectie “{title}” en die eronder verwijderen? Hun clips blijven, hun deellinks vervallen.',
    emptyCollectionQuestion: 'Alle clips uit “{title}” halen? Ze blijven in de bibliotheek.',
    moveCollection: '“{title}” verplaatsen',
    moveInto: 'Naar',
    topLevel: 'Bovenste niveau',
    title: 'Titel',
  },
})
