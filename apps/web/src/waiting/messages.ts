import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    discard: 'Discard …',
    discardTitle: { one: 'Discard {count} change?', other: 'Discard {count} changes?' },
    discardQuestion: 'They were not saved. This cannot be undone.',
    discardAction: { one: 'Discard change', other: 'Discard {count} changes' },
  },
  nl: {
    discard: 'Weggooien …',
    discardTitle: { one: '{count} wijziging weggooien?', other: '{count} wijzigingen weggooien?' },
    discardQuestion: 'Ze zijn niet opgeslagen. Dit kan niet ongedaan worden gemaakt.',
    discardAction: { one: 'Wijziging weggooien', other: '{count} wijzigingen weggooien' },
  },
})
