import type { StyleName } from './styles/style-values.ts'
import { imscStyles } from './styles/style-values.ts'

/** What tells the formats that are written apart. */
export interface Profile {
  readonly name: 'EBU-TT' | 'EBU-TT-D' | 'IMSC Text' | 'iTT'
  /** What the metadata of the EBU have it conform to. */
  readonly standard: string | undefined
  /** Metadata of a document that the format has, in the order in which it has them. */
  readonly metadata: ReadonlyMap<string, RegExp>
  /** The styling attributes that texts, paragraphs and regions may have. */
  readonly styles: ReadonlySet<StyleName>
  readonly decorations: ReadonlySet<string>
  /** Whether lengths may be in cells, and a font have a width of its own. */
  readonly sizes: 'percent' | 'cells' | 'cells and width'
  readonly hasRuby: boolean
  /** Whether there is a place for what is said of a file and of its parts: who speaks, notes, elements of others. */
  readonly hasMetadata: boolean
  /** Whether spans have times of their own. */
  readonly hasTimedSpans: boolean
}

const exchangeStyles: readonly StyleName[] = [
  'direction',
  'fontFamily',
  'fontSize',
  'lineHeight',
  'textAlign',
  'color',
  'backgroundColor',
  'fontStyle',
  'fontWeight',
  'textDecoration',
  'unicodeBidi',
  'wrapOption',
  'multiRowAlign',
  'linePadding',
  'fillLineGap',
]

/** IMSC 1.3, ittp:activeArea: left and top, width and height of the part of the picture that is to be seen, in percent. */
export function isActiveArea(text: string): boolean {
  const lengths = text.split(' ')
  return lengths.length === 4 && lengths.every(length => /^(?:100|\d{1,2}(?:\.\d{1,6})?)%$/.test(length))
}

/** The family of fonts of texts that say none. */
export const defaultFamily = 'proportionalSansSerif'

const anyText = /^[\s\S]{1,10000}$/
/** Values of metadata that are numbers, and those that are days. */
export const count = /^\d{1,9}$/
export const date =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/
const timecode = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d:\d\d$/

const distribution: readonly (readonly [string, RegExp])[] = [
  ['authoredFrameRate', /^[1-9]\d{0,8}$/],
  ['authoredFrameRateMultiplier', /^[1-9]\d{0,8} [1-9]\d{0,8}$/],
  ['documentIdentifier', anyText],
  ['documentOriginatingSystem', anyText],
  ['documentTargetAspectRatio', anyText],
  ['documentTargetActiveFormatDescriptor', anyText],
  ['documentIntendedTargetFormat', anyText],
  ['documentTranslatorsName', anyText],
  ['documentTranslatorsContactDetails', anyText],
  ['documentCreationDate', date],
  ['documentRevisionDate', date],
  ['documentRevisionNumber', count],
  ['documentCountryOfOrigin', anyText],
  ['documentPublisher', anyText],
  ['documentEditorsName', anyText],
  ['documentEditorsContactDetails', anyText],
  ['documentUserDefinedArea', anyText],
]
const exchange: readonly (readonly [string, RegExp])[] = [
  ...distribution.filter(([name]) => !name.startsWith('authored')),
  ['documentCopyright', anyText],
  ['documentReadingSpeed', /^[1-9]\d{0,8}$/],
  ['documentCreationMode', /^(?:live|prepared)$/],
  ['documentContentType', anyText],
  ['sourceMediaIdentifier', anyText],
  ['relatedMediaIdentifier', anyText],
  ['documentOriginalProgrammeTitle', anyText],
  ['documentOriginalEpisodeTitle', anyText],
  ['documentTranslatedProgrammeTitle', anyText],
  ['documentTranslatedEpisodeTitle', anyText],
  ['documentSubtitleListReferenceCode', anyText],
  ['documentTotalNumberOfSubtitles', count],
  ['documentMaximumNumberOfDisplayableCharacterInAnyRow', count],
  ['documentStartOfProgramme', timecode],
  ['stlCreationDate', date],
  ['stlRevisionDate', date],
  ['stlRevisionNumber', count],
  ['subtitleZero', anyText],
  ['originalSourceServiceIdentifier', anyText],
  ['intendedDestinationServiceIdentifier', anyText],
]

export const ebuttdProfile: Profile = {
  name: 'EBU-TT-D',
  standard: 'urn:ebu:tt:distribution:2014-01',
  metadata: new Map(distribution),
  styles: new Set(exchangeStyles.filter(name => name !== 'fillLineGap')),
  decorations: new Set(['none', 'underline']),
  sizes: 'percent',
  hasRuby: false,
  hasMetadata: true,
  hasTimedSpans: true,
}

export const ebuttProfile: Profile = {
  name: 'EBU-TT',
  standard: 'urn:ebu:tt:exchange:2017-05',
  metadata: new Map(exchange),
  styles: new Set(exchangeStyles),
  decorations: new Set(['none', 'underline']),
  sizes: 'cells and width',
  hasRuby: false,
  hasMetadata: true,
  hasTimedSpans: true,
}

export const imscProfile: Profile = {
  name: 'IMSC Text',
  standard: undefined,
  metadata: new Map(distribution),
  styles: new Set([...exchangeStyles, ...imscStyles]),
  decorations: new Set(['none', 'underline', 'lineThrough', 'underline lineThrough', 'overline']),
  sizes: 'cells',
  hasRuby: true,
  hasMetadata: true,
  hasTimedSpans: true,
}

/** iTunes Timed Text: what Apple takes of TTML1. */
export const ittProfile: Profile = {
  name: 'iTT',
  standard: undefined,
  metadata: new Map(),
  styles: new Set<StyleName>(['fontFamily', 'fontSize', 'color', 'fontStyle', 'fontWeight', 'textDecoration']),
  decorations: new Set(['none', 'underline']),
  sizes: 'percent',
  hasRuby: false,
  hasMetadata: false,
  hasTimedSpans: false,
}
