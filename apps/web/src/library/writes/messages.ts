import { createTexts } from '../../platform/translations.ts'

export const texts = createTexts({
  en: {
    open: 'Open',
    undo: 'Undo',
    changedSince: 'Somebody else has changed this since.',
    created: 'Collection “{title}” created.',
    renamed: '“{before}” renamed to “{title}”.',
    moved: '“{title}” moved.',
    emptied: '“{title}” emptied.',
    removed: 'Collection “{title}” deleted.',
    clipsRemoved: { one: '{count} clip deleted.', other: '{count} clips deleted.' },
  },
  nl: {
    open: 'Openen',
    undo: 'Ongedaan maken',
    changedSince: 'Iemand anders heeft dit intussen gewijzigd.',
    created: 'Verzameling “{title}” gemaakt.',
    renamed: '“{before}” heet nu “{title}”.',
    moved: '“{title}” verplaatst.',
    emptied: '“{title}” leeggemaakt.',
    removed: 'Verzameling “{title}” verwijderd.',
    clipsRemoved: { one: '{count} clip verwijderd.', other: '{count} clips verwijderd.' },
  },
})
