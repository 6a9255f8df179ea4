import { assertWhole, type Frames, resampleFrames } from '@rushes/timebase'
import type { Diagnostic } from '../../document/diagnostics.ts'
import type { Cue, FrameDocument } from '../../document/document.ts'
import { type Fault, type Faults, MemberReader, omitAbsent } from '../presets/member-reader.ts'
import { type MappedDocument, mapFrames } from './map-frames.ts'

/** Moves subtitles that begin in `[startFrame, endFrame)`, or all where these are absent. */
export type TimingCorrection = (
  | { readonly type: 'offset'; readonly offsetFrames: Frames }
  | LinearCorrection
  | { readonly type: 'piecewise'; readonly anchors: readonly Anchor[] }
) & { readonly startFrame?: Frames; readonly endFrame?: Frames }

/** All on one straight line: by a factor and an offset, or through two anchors. */
type LinearCorrection =
  | { readonly type: 'linear'; readonly factor: Fraction; readonly offsetFrames: Frames }
  | { readonly type: 'linear'; readonly anchors: readonly [Anchor, Anchor] }

/** What is at `from` belongs at `to`. */
export interface Anchor {
  readonly from: Frames
  readonly to: Frames
}

export interface Fraction {
  readonly num: number
  readonly den: number
}

const mostFrames = 2 ** 40

/**
 * Applies corrections in order. Piecewise ones move what lies between two anchors in proportion, and what lies before the
 * first or after the last as far as that. Each time is rounded once for each correction, to the nearest frame.
 * Throws TimebaseError for times that are not whole numbers within 2^53.
 */
export function correctTiming(document: FrameDocument, corrections: readonly TimingCorrection[]): MappedDocument {
  let corrected = document
  const diagnostics: Diagnostic[] = []
  for (const correction of corrections) {
    const { startFrame = Number.NEGATIVE_INFINITY, endFrame = Number.POSITIVE_INFINITY } = correction
    const applies = ({ start }: Cue<Frames>) => start >= startFrame && start < endFrame
    const mapped = mapFrames(corrected, toMap(correction), applies)
    corrected = mapped.document
    diagnostics.push(...mapped.diagnostics)
  }
  return { document: corrected, diagnostics }
}

function toMap(correction: TimingCorrection): (frame: Frames) => Frames {
  if (correction.type === 'offset') {
    assertWhole(correction.offsetFrames, 'offsetFrames')
    return frame => frame + correction.offsetFrames
  }
  if (correction.type === 'piecewise') return toPiecewiseMap(correction.anchors)
  if (!('anchors' in correction)) {
    const { factor, offsetFrames } = correction
    return frame => scale(frame, factor) + offsetFrames
  }
  const [first, second] = correction.anchors
  return frame => interpolate(frame, first, second)
}

function toPiecewiseMap(anchors: readonly Anchor[]): (frame: Frames) => Frames {
  const sorted = anchors.toSorted((a, b) => a.from - b.from)
  return frame => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]!.from <= frame) low = middle + 1
      else high = middle
    }
    const [before, after] = [sorted[low - 1], sorted[low]]
    if (before && after) return interpolate(frame, before, after)
    const nearest = before ?? after
    return nearest ? frame + nearest.to - nearest.from : frame
  }
}

function interpolate(frame: Frames, first: Anchor, second: Anchor): Frames {
  return first.to + scale(frame - first.from, { num: second.to - first.to, den: second.from - first.from })
}

/** A number of frames times a fraction, by the rounding rule of rates: frames at one rate are so many at another. */
function scale(frames: Frames, { num, den }: Fraction): Frames {
  return resampleFrames(frames, { num: den, den: 1 }, { num, den: 1 })
}

/**
 * Reads corrections that nobody has checked yet. Never throws; a faulty one is reported and left out. A factor is a fraction
 * `{num, den}`, or a decimal number, which is taken as the fraction that it spells: 0.96 is 96/100.
 */
export function readTimingCorrections(value: unknown): {
  corrections: readonly TimingCorrection[]
  faults: readonly Fault[]
} {
  const faults: Faults = []
  const reader = new MemberReader({ corrections: value }, '', faults)
  const corrections = reader.list(
    'corrections',
    1000,
    (item, path) => readCorrection(item, path.slice('/corrections'.length), faults),
    [],
  )
  return {
    corrections,
    faults: faults.map(({ path, message }) => ({ path: path === '/corrections' ? '' : path, message })),
  }
}

function readCorrection(item: unknown, path: string, faults: Faults): TimingCorrection | undefined {
  const known = faults.length
  const reader = new MemberReader(item ?? null, path, faults)
  const type = reader.oneOf('type', ['offset', 'linear', 'piecewise'], undefined)
  const frames = (name: string) => reader.whole(name, -mostFrames, mostFrames, undefined)
  const range = omitAbsent({ startFrame: frames('startFrame'), endFrame: frames('endFrame') })
  const offsetFrames = type === 'piecewise' ? undefined : frames('offsetFrames')
  const anchors = type === 'offset' ? undefined : readAnchors(reader, faults)
  const factor = type === 'linear' ? readFactor(reader, faults) : undefined
  reader.end()
  if (faults.length > known) return undefined
  if (type === 'offset' && offsetFrames !== undefined) return { type, offsetFrames, ...range }
  if (type === 'piecewise' && anchors && anchors.length > 0) return { type, anchors, ...range }
  if (type === 'linear') {
    const [first, second] = anchors ?? []
    const isLine = anchors?.length === 2 && !factor && offsetFrames === undefined
    if (first && second && isLine) return { type, anchors: [first, second], ...range }
    if (factor && !anchors) return { type, factor, offsetFrames: offsetFrames ?? 0, ...range }
  }
  const needs = { offset: 'offsetFrames', piecewise: 'anchors', linear: 'a factor, or two anchors' }
  faults.push({ path, message: type ? `needs ${needs[type]}` : 'needs a type: offset, linear or piecewise' })
  return undefined
}

/** In order of `from`, and with it of `to`: time does not run backwards. */
function readAnchors(reader: MemberReader, faults: Faults): Anchor[] | undefined {
  const anchors = reader.list(
    'anchors',
    10_000,
    (item, path) => {
      const member = new MemberReader(item ?? null, path, faults)
      const from = member.whole('from', -mostFrames, mostFrames, undefined)
      const to = member.whole('to', -mostFrames, mostFrames, undefined)
      member.end()
      if (from !== undefined && to !== undefined) return { from, to }
      faults.push({ path, message: 'needs the frames from and to' })
      return undefined
    },
    undefined,
  )
  const sorted = anchors?.toSorted((a, b) => a.from - b.from)
  const isReversed = sorted?.some((anchor, index) => {
    const before = sorted[index - 1]
    return before && (anchor.from === before.from || anchor.to < before.to)
  })
  if (isReversed) reader.fail('anchors', 'must have different from, and to in the same order')
  return sorted
}

function readFactor(reader: MemberReader, faults: Faults): Fraction | undefined {
  const value = reader.raw('factor')
  if (value === undefined) return undefined
  if (typeof value !== 'number') {
    const member = new MemberReader(value, reader.pathOf('factor'), faults)
    const num = member.whole('num', 1, mostFrames, undefined)
    const den = member.whole('den', 1, mostFrames, undefined)
    member.end()
    if (num !== undefined && den !== undefined) return { num, den }
  } else {
    const decimals = /^\d{1,6}(?:\.(\d{1,9}))?$/.exec(String(value))
    if (decimals && value > 0) {
      const den = 10 ** (decimals[1]?.length ?? 0)
      return { num: Math.round(value * den), den }
    }
  }
  reader.fail(
    'factor',
    'must be a fraction {num, den} of positive whole numbers, or a decimal number of at most 9 places',
  )
  return undefined
}
