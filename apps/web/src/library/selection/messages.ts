import { createTexts } from '../../platform/translations.ts'

/** Of dialogs, which are loaded when they are opened. */
export const texts = createTexts({
  en: {
    removeQuestion: 'Comments, subtitles and files go with them. This cannot be undone.',
    editFieldsHint: {
      one: 'What you fill in here is written to this clip; everything else stays.',
      other: 'What you fill in here is written to all {count} clips; everything else stays.',
    },
    renameClips: { one: 'Rename {count} clip', other: 'Rename {count} clips' },
    pattern: 'Pattern',
    patternHint: '{name} is the present name, {n:3} a number with three digits; the file extension stays',
    findOrCreate: 'Find or create',
    createNamed: 'Create “{title}”',
    removeTitle: { one: 'Delete this clip?', other: 'Delete {count} clips?' },
    removeAction: { one: 'Delete clip', other: 'Delete {count} clips' },
    namedAndMore: { one: '{names} and {count} more', other: '{names} and {count} more' },
    changedByOther: 'Somebody else changed {field}',
    yours: 'yours',
    theirs: 'theirs',
    emptyValue: 'Empty',
    keepSelected: 'Keep selected',
    actionsOf: { one: 'Actions for {count} clip', other: 'Actions for {count} clips' },
    emptyFields: 'Clear these fields',
  },
  nl: {
    removeQuestion: 'Opmerkingen, ondertitels en bestanden gaan mee. Dit kan niet ongedaan worden gemaakt.',
    editFieldsHint: {
      one: 'Wat u hier invult wordt in deze clip geschreven; al het andere blijft.',
      other: 'Wat u hier invult wordt in alle {count} clips geschreven; al het andere blijft.',
    },
    renameClips: { one: '{count} clip hernoemen', other: '{count} clips hernoemen' },
    pattern: 'Patroon',
    patternHint: '{name} is de huidige naam, {n:3} een nummer van drie cijfers; de extensie blijft',
    findOrCreate: 'Zoeken of maken',
    createNamed: '“{title}” maken',
    removeTitle: { one: 'Deze clip verwijderen?', other: '{count} clips verwijderen?' },
    removeAction: { one: 'Clip verwijderen', other: '{count} clips verwijderen' },
    namedAndMore: { one: '{names} en nog {count}', other: '{names} en nog {count}' },
    changedByOther: 'Iemand anders wijzigde {field}',
    yours: 'van u',
    theirs: 'van de ander',
    emptyValue: 'Leeg',
    keepSelected: 'Keuze bewaren',
    actionsOf: { one: 'Acties voor {count} clip', other: 'Acties voor {count} clips' },
    emptyFields: 'Deze velden leegmaken',
  },
})
