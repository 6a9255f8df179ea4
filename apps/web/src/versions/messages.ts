import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    isVersion: 'Version: v{number} of {count}',
    versionOf: 'v{number} of {count}',
    versionNamed: 'v{number} · {name}',
    compareWith: 'Compare with v{number}',
    takeOut: 'Remove from the versions',
    takenOut: '“{name}” is a clip by itself now',
    stacked: { one: '{count} version of “{name}”', other: '{count} versions of “{name}”' },
    added: '“{added}” is version {number} of “{name}”',
    undo: 'Undo',
    changedSince: 'Somebody else has changed these versions since.',
  },
  nl: {
    isVersion: 'Versie: v{number} van {count}',
    versionOf: 'v{number} van {count}',
    versionNamed: 'v{number} · {name}',
    compareWith: 'Vergelijken met v{number}',
    takeOut: 'Uit de versies halen',
    takenOut: '“{name}” is nu een clip op zichzelf',
    stacked: { one: '{count} versie van “{name}”', other: '{count} versies van “{name}”' },
    added: '“{added}” is versie {number} van “{name}”',
    undo: 'Ongedaan maken',
    changedSince: 'Iemand anders heeft deze versies intussen gewijzigd.',
  },
})
