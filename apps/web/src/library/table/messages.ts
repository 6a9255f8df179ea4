import { createTexts } from '../../platform/translations.ts'

export const texts = createTexts({
  en: {
    created: 'Created',
    columns: 'Columns',
    moveLeft: 'Move {name} to the left',
    moveRight: 'Move {name} to the right',
    length: 'Length',
    format: 'Format',
    size: 'Size',
    clips: 'Clips',
    media: 'Media',
    undescribed: 'Without description',
    stars: { one: '{count} star', other: '{count} stars' },
    noStars: 'No stars',
    widthOfColumn: 'Width of {name}',
  },
  nl: {
    created: 'Gemaakt',
    columns: 'Kolommen',
    moveLeft: '{name} naar links',
    moveRight: '{name} naar rechts',
    length: 'Lengte',
    format: 'Formaat',
    size: 'Grootte',
    clips: 'Clips',
    media: 'Media',
    undescribed: 'Zonder beschrijving',
    stars: { one: '{count} ster', other: '{count} sterren' },
    noStars: 'Geen sterren',
    widthOfColumn: 'Breedte van {name}',
  },
})
