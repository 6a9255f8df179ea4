import type { Cue, MillisecondDocument, TextPart, TextStyle } from '../document/document.ts'
import type { Feature } from '../support.ts'

/** A document that has one feature, and what of it is looked at after it has been in a file. */
export interface FeatureSample {
  readonly document: MillisecondDocument
  readonly look: (document: MillisecondDocument) => unknown
}

type MillisecondCue = MillisecondDocument['cues'][number]
type Part = MillisecondCue['textParts'][number]

const text = (content: string, more: object = {}): Part => ({ type: 'text', content, ...more })

function sampleCue(
  cue: Partial<MillisecondCue>,
  look: (cue: MillisecondCue | undefined) => unknown,
  more: object = {},
) {
  const cues = [{ start: 1000, end: 3000, textParts: [text('Hello')], ...cue }]
  const document: MillisecondDocument = { timing: { unit: 'milliseconds' }, cues, ...more }
  return { document, look: (read: MillisecondDocument) => look(read.cues[0]) }
}

/** The style in the middle of a cue. */
function sampleStyle(style: TextStyle): FeatureSample {
  const [name = ''] = Object.keys(style)
  const textParts = [text('One '), text('two', { style }), text(' three')]
  return sampleCue({ textParts }, cue => listValues(cue, name))
}

/** The values of a member of styles, with their texts. */
function listValues(cue: MillisecondCue | undefined, name: string): unknown[] {
  return (cue?.textParts ?? []).flatMap(part => {
    const value = part.type === 'text' && part.style ? Reflect.get(part.style, name) : undefined
    return value === undefined || part.type !== 'text' ? [] : [[part.content.trim(), value]]
  })
}

function sampleLayout(layout: NonNullable<Cue['layout']>): FeatureSample {
  return sampleCue({ layout }, cue => cue?.layout)
}

function sampleRun(times: { start?: number; end?: number }): FeatureSample {
  const textParts: readonly TextPart<number>[] = [text('One '), text('two', times)] as TextPart<number>[]
  return sampleCue({ textParts: textParts as readonly Part[] }, cue =>
    (cue?.textParts ?? []).filter(part => part.type === 'text' && (part.start ?? part.end) !== undefined),
  )
}

function sampleDocument(more: Partial<MillisecondDocument>, look: FeatureSample['look']): FeatureSample {
  return { document: sampleCue({}, () => undefined, more).document, look }
}

const region = {
  id: 'r1',
  origin: { x: 10, y: 70 },
  extent: { width: 80, height: 20 },
  displayAlign: 'after' as const,
}

/** Each feature, as simple as it can be. */
export const featureSamples: Record<Feature, FeatureSample> = {
  milliseconds: sampleCue({ start: 1001, end: 2345 }, cue => [cue?.start, cue?.end]),
  frames: sampleCue({ start: 1040, end: 2360 }, cue => [cue?.start, cue?.end]),
  lineBreak: sampleCue({ textParts: [text('a'), { type: 'lineBreak' }, text('b')] }, cue => cue?.textParts.length),
  blankLine: sampleCue({ textParts: [text('a'), { type: 'lineBreak' }, { type: 'lineBreak' }, text('b')] }, cue =>
    cue?.textParts.map(part => part.type),
  ),
  bold: sampleStyle({ bold: true }),
  italic: sampleStyle({ italic: true }),
  underline: sampleStyle({ underline: true }),
  strikeThrough: sampleStyle({ strikeThrough: true }),
  colour: sampleStyle({ colour: '#ffff00' }),
  otherColour: sampleStyle({ colour: '#123456' }),
  opacity: sampleStyle({ colour: '#ffff0080' }),
  backgroundColour: sampleStyle({ backgroundColour: '#0000ff' }),
  doubleHeight: sampleStyle({ doubleHeight: true }),
  fontFamily: sampleStyle({ fontFamily: 'monospace' }),
  fontSize: sampleStyle({ fontSize: '80%' }),
  speaker: sampleStyle({ speaker: 'Mary' }),
  language: sampleStyle({ language: 'fr' }),
  classes: sampleStyle({ classes: ['loud'] }),
  ruby: sampleCue(
    { textParts: [text('base', { style: { ruby: 'base' } }), text('over', { style: { ruby: 'text' } })] },
    cue => listValues(cue, 'ruby'),
  ),
  runStart: sampleRun({ start: 2000 }),
  runEnd: sampleRun({ end: 2000 }),
  align: sampleLayout({ textAlign: 'left' }),
  top: sampleLayout({ line: { unit: 'lines', value: 0 } }),
  line: sampleLayout({ line: { unit: 'percent', value: 25 } }),
  position: sampleLayout({ position: { percent: 30, align: 'line-left' } }),
  size: sampleLayout({ size: 40 }),
  writingMode: sampleLayout({ writingMode: 'vertical-rl' }),
  region: sampleCue({ region: 'r1' }, cue => cue?.region, { regions: [region] }),
  regions: sampleDocument({ regions: [region] }, document => document.regions),
  id: sampleCue({ id: 'intro' }, cue => cue?.id),
  notes: sampleCue({ notes: ['Check the name'] }, cue => cue?.notes),
  hidden: sampleCue({ hidden: true }, cue => cue?.hidden),
  documentLanguage: sampleDocument({ language: 'fr' }, document => document.language),
  documentNotes: sampleDocument({ notes: ['The end'] }, document => document.notes),
  styleSheets: sampleDocument({ styleSheets: ['::cue { color: red; }'] }, document => document.styleSheets),
  foreign: sampleDocument(
    { ext: { ttml: { foreign: ['<x:by xmlns:x="urn:example:x" x:when="today"><x:who>Ann</x:who></x:by>'] } } },
    document => document.ext?.ttml?.foreign,
  ),
}
