/** What a document can hold, for the tables of formats. */
export const featureLabels = {
  frames: 'times in frames',
  milliseconds: 'times in milliseconds',
  lineBreak: 'line breaks',
  blankLine: 'blank lines',
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strikeThrough: 'strikeThrough',
  colour: 'colour: the eight of teletext',
  otherColour: 'colour: any other',
  opacity: 'opacity of a colour',
  backgroundColour: 'backgroundColour',
  doubleHeight: 'doubleHeight',
  fontFamily: 'fontFamily',
  fontSize: 'fontSize',
  speaker: 'speaker',
  language: 'language of a run',
  classes: 'classes',
  ruby: 'ruby',
  runStart: 'start of a run',
  runEnd: 'end of a run',
  align: 'layout: textAlign',
  top: 'layout: the first line',
  line: 'layout: any line',
  position: 'layout: position',
  size: 'layout: size',
  writingMode: 'layout: writingMode',
  region: 'region of a cue',
  regions: 'regions',
  id: 'id of a cue',
  notes: 'notes of a cue',
  hidden: 'hidden cues',
  documentLanguage: 'language of the document',
  documentNotes: 'notes at the end',
  styleSheets: 'styleSheets',
  foreign: 'metadata of other namespaces',
} as const

export type Feature = keyof typeof featureLabels

/** `kept`: comes back as it was; `approximated`: as something like it; `lost`: not at all. */
export type SupportLevel = 'kept' | 'approximated' | 'lost'

/** How a format holds each feature, in its own words; a test writes and reads every one of them. */
export type FormatSupport = Readonly<Record<Feature, readonly [level: SupportLevel, how: string]>>
