/** HTML's names for U+00A0 to U+00FF, in order. */
const latin1Names =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'

const namedCharacters: ReadonlyMap<string, string> = new Map([
  ...latin1Names.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['bull', '•'],
  ['hellip', '…'],
  ['euro', '€'],
  ['trade', '™'],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Scaron', 'Š'],
  ['scaron', 'š'],
  ['Yuml', 'Ÿ'],
])

const referencePattern = /&(?:#(\d{1,8})|#[xX]([\da-fA-F]{1,8})|([A-Za-z][A-Za-z\d]{1,9}));/g

/** Replaces HTML's character references; a name that is not known here, or without its semicolon, stays as it is. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(referencePattern, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return namedCharacters.get(name) ?? reference
    return toCharacter(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  })
}

/** Escapes only those ampersands that {@link decodeReferences} would take for the start of a reference. */
export function escapeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(referencePattern, reference =>
    decodeReferences(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
  )
}

function toCharacter(codePoint: number): string {
  const isScalar = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff)
  return isScalar ? String.fromCodePoint(codePoint) : '\ufffd'
}
