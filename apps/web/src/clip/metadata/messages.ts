import { createTexts } from '../../platform/translations.ts'

/** Of the forms of metadata, which are loaded when they are opened. */
export const texts = createTexts({
  en: {
    name: 'Name',
    description: 'Description',
    tags: 'Tags',
    tagsHint: 'Divided by commas',
    language: 'Language',
    unsaved: 'Not saved yet',
    saving: 'Saving …',
    waiting: 'Saved here until there is a connection',
    allSaved: 'All changes saved',
    undo: 'Undo',
    keepMine: 'Keep what I wrote',
    meanwhile: 'Somebody else has changed this meanwhile, to: {value}.',
    nothing: 'nothing',
    empty: 'Empty',
    conflict: 'Somebody else has saved meanwhile. What both of you changed is marked; everything else was taken over.',
    changedByOther: 'Somebody else has changed what you wrote without a connection. Theirs was kept.',
    takeTheirs: 'Take over what they wrote',
  },
  nl: {
    name: 'Naam',
    description: 'Beschrijving',
    tags: 'Labels',
    tagsHint: 'Gescheiden door komma’s',
    language: 'Taal',
    unsaved: 'Nog niet bewaard',
    saving: 'Bewaren …',
    waiting: 'Hier bewaard tot er verbinding is',
    allSaved: 'Alles is bewaard',
    undo: 'Ongedaan maken',
    keepMine: 'Mijn tekst houden',
    meanwhile: 'Iemand anders heeft dit intussen gewijzigd in: {value}.',
    nothing: 'niets',
    empty: 'Leeg',
    conflict:
      'Iemand anders heeft intussen bewaard. Wat u beiden wijzigde is gemarkeerd; al het andere is overgenomen.',
    changedByOther: 'Iemand anders heeft gewijzigd wat u zonder verbinding schreef. Het andere is bewaard.',
    takeTheirs: 'Hun tekst overnemen',
  },
})
