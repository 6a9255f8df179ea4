import { type Frames, isSameRate, type SampleRate } from '@rushes/timebase'
import type { Cut, MarkedClip, Marker } from '../cut.ts'
import { layOutInTime, type PlacedMarker, type TimedPiece } from '../lay-out/lay-out.ts'
import type { FilePart } from '../parts.ts'
import { escapeValue, toAttributes } from './attributes.ts'

/**
 * FCPXML 1.9: a project with the pieces in its storyline, each an `asset-clip` with its markers. Times are fractions of
 * a second in whole frames; within a clip they count from its timecode, as Final Cut Pro has it. Throws `NoFramesError`.
 */
export function* listFcpxmlParts(cut: Cut): Generator<FilePart> {
  const { format, pieces } = layOutInTime(cut)
  const formats = createFormats()
  const ofRate = pieces.find(({ clip }) => isSameRate(clip.format.rate, format.rate)) ?? pieces[0]
  const sequenceFormat = formats.take(format.rate, ofRate?.clip.frameSize)
  const byClip = Map.groupBy(pieces, ({ piece }) => piece.clip)
  const assetIds = new Map(Array.from(byClip.keys(), (clip, index) => [clip, `a${index + 1}`]))
  const total = pieces.reduce((sum, { length }) => sum + length, 0)
  const time = (frames: Frames) => formatTime(frames, format.rate)
  const named = toAttributes({ name: cut.name })
  const sequence = toAttributes({
    format: sequenceFormat,
    duration: time(total),
    tcStart: time(cut.startTimecode),
    tcFormat: format.dropFrame ? 'DF' : 'NDF',
  })
  const assets = Array.from(byClip, ([clip, own]) => writeAsset(clip, own, assetIds.get(clip), formats)).flat()
  // They name formats, which are listed before them.
  const storyline = pieces.map(piece => ({
    ...piece,
    tags: writePiece(piece, cut, assetIds.get(piece.piece.clip), formats),
  }))
  yield toLines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE fcpxml>',
    '<fcpxml version="1.9">',
    '  <resources>',
    ...formats.lines,
    ...assets,
    '  </resources>',
    '  <library>',
    `    <event${named}>`,
    `      <project${named}>`,
    `        <sequence${sequence}>`,
    '          <spine>',
  )
  for (const { clip, markers, tags } of storyline) {
    yield toLines(...tags)
    for (const placed of markers) yield* listMarker(placed, clip)
    yield toLines('            </asset-clip>')
  }
  yield toLines(
    '          </spine>',
    '        </sequence>',
    '      </project>',
    '    </event>',
    '  </library>',
    '</fcpxml>',
  )
}

function toLines(...lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('')
}

function* listMarker({ marker, clipFrame, clipLength }: PlacedMarker, clip: TimedPiece['clip']): Generator<FilePart> {
  const { rate } = clip.format
  const place = { start: formatTime(clip.startTimecode + clipFrame, rate), duration: formatTime(clipLength, rate) }
  const start = `              <marker${toAttributes(place)}`
  yield { remark: marker, write: text => `${start}${toAttributes({ value: text })}` }
  yield* listNote(marker)
  yield toLines('/>')
}

/** The attribute that says who said it, and what was answered; without blank lines at its ends. */
function* listNote({ author = '', replies = [] }: Marker): Generator<FilePart> {
  let isEmpty = true
  let breaks = 0
  const write = (line: string) => {
    const said = isEmpty ? line.trim() : line.trimEnd()
    if (!isEmpty) breaks += 1
    if (said === '') return ''
    const start = isEmpty ? ' note="' : escapeValue('\n'.repeat(breaks))
    isEmpty = false
    breaks = 0
    return start + escapeValue(said)
  }
  yield write(author)
  for (const remark of replies) {
    const name = remark.author ? `${remark.author}: ` : ''
    yield { remark, write: text => write(name + text) }
  }
  yield () => (isEmpty ? '' : '"')
}

/** The media behind a clip: as long as it is known to be, and as its pieces need it. */
function writeAsset(clip: MarkedClip, own: readonly TimedPiece[], id: string | undefined, formats: Formats): string[] {
  const { rate } = own[0]!.clip.format
  const frameCount = own.reduce((last, { piece }) => Math.max(last, piece.range.end), clip.frameCount)
  const asset = toAttributes({
    id,
    name: clip.name,
    start: formatTime(clip.startTimecode, rate),
    duration: formatTime(frameCount, rate),
    ...(clip.isSound ? { hasAudio: '1' } : { hasVideo: '1', format: formats.take(rate, clip.frameSize) }),
  })
  const src = `file:///${encodeURIComponent((clip.fileName ?? clip.name).toWellFormed())}`
  return [`    <asset${asset}>`, `      <media-rep${toAttributes({ kind: 'original-media', src })}/>`, '    </asset>']
}

function writePiece(
  { piece, clip, offset, length }: TimedPiece,
  cut: Cut,
  ref: string | undefined,
  formats: Formats,
): string[] {
  const cutRate = cut.format?.rate ?? clip.format.rate
  const { rate, dropFrame } = clip.format
  const inClip = (frame: Frames) => formatTime(clip.startTimecode + frame, rate)
  const attributes = toAttributes({
    ref,
    name: clip.name,
    offset: formatTime(cut.startTimecode + offset, cutRate),
    start: inClip(piece.range.start),
    duration: formatTime(length, cutRate),
    format: formats.take(rate, clip.frameSize),
    tcFormat: dropFrame ? 'DF' : 'NDF',
  })
  return [
    `            <asset-clip${attributes}>`,
    // A clip of another rate keeps its speed.
    ...(isSameRate(rate, cutRate) ? [] : ['              <conform-rate scaleEnabled="0"/>']),
  ]
}

/** So many frames as a fraction of seconds: `1001/30000s`, or `5s`. */
function formatTime(frames: Frames, { num, den }: SampleRate): string {
  const seconds = BigInt(frames) * BigInt(den)
  return seconds % BigInt(num) === 0n ? `${seconds / BigInt(num)}s` : `${seconds}/${num}s`
}

/** The formats of a file: each rate and size of picture once. */
interface Formats {
  /** The id of a format; a new one is named. */
  take(rate: SampleRate, size: MarkedClip['frameSize']): string
  readonly lines: string[]
}

function createFormats(): Formats {
  const ids = new Map<string, string>()
  const lines: string[] = []
  return {
    lines,
    take(rate, size) {
      const frameDuration = formatTime(1, rate)
      const key = `${frameDuration} ${size?.width}x${size?.height}`
      const id = ids.get(key) ?? `f${ids.size + 1}`
      if (!ids.has(key)) {
        const pixels = size && { width: String(size.width), height: String(size.height) }
        lines.push(`    <format${toAttributes({ id, frameDuration, ...pixels })}/>`)
      }
      ids.set(key, id)
      return id
    },
  }
}
