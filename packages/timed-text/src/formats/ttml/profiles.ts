/** What tells the two formats that are written apart. */
export interface Profile {
  readonly name: 'EBU-TT' | 'EBU-TT-D'
  readonly standard: string
  /** Metadata of a document that the format has, in the order in which it has them. */
  readonly metadata: ReadonlyMap<string, RegExp>
}

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
}

export const ebuttProfile: Profile = {
  name: 'EBU-TT',
  standard: 'urn:ebu:tt:exchange:2017-05',
  metadata: new Map(exchange),
}
