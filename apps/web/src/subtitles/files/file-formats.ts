/** The subtitle formats as the dialogs for files offer them. */

import { type FormatId, formatFacts, listFormatFacts } from '@rushes/timed-text/format-facts'

/** For a menu: the id, and the name with the extension. */
export const formatOptions: readonly (readonly [FormatId, string])[] = Object.values(formatFacts).map(
  ({ id, label, extension }) => [id, `${label} (.${extension})`],
)

/** For a file chooser: every extension of a format that is read. */
export const acceptedExtensions = [
  ...new Set(listFormatFacts().flatMap(({ extension, otherExtensions }) => [extension, ...otherExtensions])),
]
  .map(extension => `.${extension}`)
  .join(',')
