import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    close: 'Close',
    cancel: 'Cancel',
    loading: 'Loading …',
    retry: 'Try again',
    failed: 'This could not be loaded.',
    more: 'More',
  },
  nl: {
    close: 'Sluiten',
    cancel: 'Annuleren',
    loading: 'Laden …',
    retry: 'Opnieuw proberen',
    failed: 'Dit kon niet worden geladen.',
    more: 'Meer',
  },
})
