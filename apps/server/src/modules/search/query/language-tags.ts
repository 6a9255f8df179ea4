import type { Pattern } from '@rushes/query'
import { findLanguage } from '../../../platform/text/language.ts'

/** Fields of tags `<status>;<language>` and `<status>;<language>;<subtitlePresetId>`. */
const statusFields: readonly string[] = ['subtitlingStatusLanguagePresetTags', 'transcriptionStatusLanguageTags']

/** What a search for a value finds of languages, which subtitles and transcripts have in canonical spelling only. */
export function listSpellings(field: string, text: string): readonly string[] {
  if (field === 'language') return [...new Set([text, findLanguage(text) ?? text])]
  return [statusFields.includes(field) ? toCanonicalTag(field, text) : text]
}

/** Tags of subtitles have three parts; a search that names two means those whose preset is empty. */
function toCanonicalTag(field: string, tag: string): string {
  const [status, language, preset, ...others] = tag.split(';')
  if (status === undefined || language === undefined) return tag
  const hasPreset = field === 'subtitlingStatusLanguagePresetTags'
  const parts = [status, findLanguage(language) ?? language, hasPreset ? (preset ?? '') : preset, ...others]
  return parts.filter(part => part !== undefined).join(';')
}

/** What stands for `*` and `?` in the text of a pattern; no tag holds them. */
const signs = { anyText: '\u{f0000}', anyCharacter: '\u{f0001}' } as const

/** The same for a pattern: a language that it names in full. */
export function toCanonicalPattern(field: string, pattern: Pattern): Pattern {
  if (!statusFields.includes(field)) return pattern
  const text = pattern.map(part => (part.kind === 'text' ? part.text : signs[part.kind])).join('')
  const [status, language, ...others] = text.split(';')
  const canonical = language === undefined ? undefined : findLanguage(language)
  if (canonical === undefined) return pattern
  return [status, canonical, ...others]
    .join(';')
    .split(/(\u{f0000}|\u{f0001})/u)
    .filter(part => part !== '')
    .map(part => {
      if (part === signs.anyText) return { kind: 'anyText' }
      return part === signs.anyCharacter ? { kind: 'anyCharacter' } : { kind: 'text', text: part }
    })
}
