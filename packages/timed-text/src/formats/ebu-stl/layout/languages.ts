import { toCanonicalLanguage } from '../../language.ts'

/** Languages of the header's codes, as BCP 47 writes them: 00 to 2B, and 45 to 7F; `-` where there is none. */
const europeanLanguages =
  '- sq br ca hr cy cs da de en es eo et eu fo fr fy ga gd gl is it se la lv lb lt hu mt nl no oc pl pt ro rm sr sk sl fi sv tr nl wa'
const otherLanguages =
  'zu vi uz ur uk th te tt ta tg sw srn so si sn sh - ru qu ps pa fa pap or ne nd mr mo ms mg mk lo ko km kk kn ja id hi he ha gn gu el ka ff prs cv zh my bg bn be bm az as hy ar am'
const firstOther = 0x45

const codesByLanguage = new Map<string, string>()
const languagesByCode = new Map<string, string>()
for (const [list, first] of [
  [europeanLanguages, 0],
  [otherLanguages, firstOther],
] as const) {
  for (const [index, language] of list.split(' ').entries()) {
    if (language === '-') continue
    const code = (first + index).toString(16).toUpperCase().padStart(2, '0')
    languagesByCode.set(code, language)
    // Flemish comes after Dutch and is the same language.
    if (!codesByLanguage.has(language)) codesByLanguage.set(language, code)
  }
}

/** The language of a code (two hexadecimal digits). */
export function findLanguage(code: string): string | undefined {
  return languagesByCode.get(code.toUpperCase())
}

/** The code of a language; only its first subtag counts. Some that CLDR takes for others have codes of their own (sh). */
export function findLanguageCode(language: string): string | undefined {
  const [primary = ''] = language.toLowerCase().split(/[-_]/, 1)
  const [canonical = ''] = toCanonicalLanguage(language).split('-', 1)
  return codesByLanguage.get(primary) ?? codesByLanguage.get(norwegian.has(canonical) ? 'no' : canonical)
}

/** The two written languages of Norway, which have one code. */
const norwegian: ReadonlySet<string> = new Set(['nb', 'nn'])
