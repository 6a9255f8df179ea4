import { createTexts } from '../../platform/translations.ts'

/** Of what is shown instead of clips, which is loaded when there are none. */
export const texts = createTexts({
  en: { noneDirectly: 'No clips directly in this collection' },
  nl: { noneDirectly: 'Geen clips direct in deze collectie' },
})
