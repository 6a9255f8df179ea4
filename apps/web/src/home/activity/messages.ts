import { createTexts } from '../../platform/translations.ts'

/** After the name of who did it, or after "You". */
export const texts = createTexts({
  en: {
    activity: 'Activity',
    nothingDone: 'What your team does appears here: uploads, comments, reviews and shares.',
    you: 'You',
    comment: { one: 'commented on {name}', other: 'commented {count} times on {name}' },
    upload: { one: 'added {name}', other: 'added {count} clips' },
    status: { one: 'set {name} to {status}', other: 'set {count} clips to {status}' },
    subtitles: { one: 'edited {language} subtitles of {name}', other: 'edited {language} subtitles of {name}' },
    collection: { one: 'created the collection {name}', other: 'created the collection {name}' },
    share: { one: 'shared {name}', other: 'shared {name}' },
    opened: { one: 'opened {name}', other: 'opened {name}' },
  },
  nl: {
    activity: 'Activiteit',
    nothingDone: 'Wat uw team doet verschijnt hier: uploads, opmerkingen, beoordelingen en deelmappen.',
    you: 'U',
    comment: { one: 'opmerking bij {name}', other: '{count} opmerkingen bij {name}' },
    upload: { one: '{name} toegevoegd', other: '{count} clips toegevoegd' },
    status: { one: '{name} op {status} gezet', other: '{count} clips op {status} gezet' },
    subtitles: { one: '{language}-ondertitels van {name} bewerkt', other: '{language}-ondertitels van {name} bewerkt' },
    collection: { one: 'collectie {name} gemaakt', other: 'collectie {name} gemaakt' },
    share: { one: '{name} gedeeld', other: '{name} gedeeld' },
    opened: { one: '{name} geopend', other: '{name} geopend' },
  },
})
