/** What the kinds of work are called, in the language of the pages. */

import { createTexts } from '../platform/translations.ts'

const dutch = {
  ingest: 'Inname van een clip',
  preview: 'Voorbeeld van een groeiende clip',
  poster: 'Posterbeeld',
  transcript: 'Transcript',
  advancedSubtitle: 'Automatische ondertiteling',
  subtitleExport: 'Export van ondertitels',
  subtitleBurnIn: 'Inbranden van ondertitels',
  annotationBulk: 'Verwijderen van annotaties',
  deliveryBootstrap: 'Leveringswerkruimte',
  deliveryTransfer: 'Levering aan een volume',
}
const english: Record<keyof typeof dutch, string> = {
  ingest: 'Ingest of a clip',
  preview: 'Preview of a growing clip',
  poster: 'Poster',
  transcript: 'Transcript',
  advancedSubtitle: 'Automatic subtitles',
  subtitleExport: 'Export of subtitles',
  subtitleBurnIn: 'Burning in of subtitles',
  annotationBulk: 'Deletion of annotations',
  deliveryBootstrap: 'Delivery workspace',
  deliveryTransfer: 'Delivery to a volume',
}
const texts = createTexts({ en: english, nl: dutch })

/** The name of a kind of work; one that is not known stays as the service calls it. */
export function nameKind(definition: string): string {
  return Object.hasOwn(dutch, definition) ? texts(definition as keyof typeof dutch) : definition
}
