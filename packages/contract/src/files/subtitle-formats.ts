/** What endpoints and shapes say of subtitle formats, from the one list of them. */

// By path: the published contract contains this one file of the package, which imports nothing.
import { type FormatId, listFormatFacts, listFormatIds } from '../../../timed-text/src/format-facts.ts'

export { deliveryIds } from '../../../timed-text/src/format-facts.ts'

/** The ids of the formats, as requests name them. */
export const subtitleFormats: readonly FormatId[] = listFormatIds()

const formats = listFormatFacts()

/** The media types of subtitle files. */
export const subtitleFileTypes: readonly string[] = formats.flatMap(({ mediaTypes }) => mediaTypes)
/** What subtitle files can be had as: their media types, and those that a parameter tells apart. */
export const subtitleContentTypes: readonly string[] = formats.flatMap(({ mediaTypes, profiledMediaTypes = [] }) => [
  ...mediaTypes,
  ...profiledMediaTypes,
])
/** The media type that each format is answered with. */
export const subtitleAnswerTypes: readonly string[] = formats.map(({ mediaTypes }) => mediaTypes[0])
/** The media types of subtitle files that are plain text. */
export const plainSubtitleFileTypes: readonly string[] = formats
  .filter(({ encoding }) => encoding === 'text')
  .flatMap(({ mediaTypes }) => mediaTypes)
/** What follows the dot in the addresses of lists that are answered as subtitle files. */
export const subtitleListForms = formats.map(({ listForm }) => listForm)

/** Names as a sentence lists them: `a`, `b` or `c`. */
export function listNames(names: readonly string[]): string {
  const quoted = names.map(name => `\`${name}\``)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ')
}
