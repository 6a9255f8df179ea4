import { type Frames, mayDropFrame, parseTimecode, RATE_25, type SampleRate, TimebaseError } from '@rushes/timebase'
import type { Diagnostic } from '../document/diagnostics.ts'
import type { TimedTextDocument } from '../document/document.ts'
import { toFrameDocument } from '../document/times.ts'
import type { ProgrammeStart, ReadOptions, ReadResult, TimedTextFormat, WriteOptions } from '../format.ts'
import { findProgrammeStart } from '../formats/programme.ts'
import type { TableColumns } from '../formats/table/columns.ts'
import { moveToRate } from '../spotting/timing/frame-rate.ts'
import { type DeliveryProfile, prepareDelivery } from './delivery/index.ts'

/** How a subtitle file becomes another one; what is absent stays as it is. */
export interface Conversion {
  /** Frames per second that the times were made for; those that the file counts when absent, else `rate`. */
  readonly sourceRate?: SampleRate
  /** Frames per second of the new file; those of the source when absent. */
  readonly rate?: SampleRate
  /**
   * `time`, the default, keeps the clock: a subtitle at one minute stays at one minute. `frames` keeps the frame numbers:
   * a film that runs faster, as 24 frames played at 25, takes its subtitles with it.
   */
  readonly keep?: 'time' | 'frames'
  /** By how much everything is moved at last: a number of frames of `rate` or a timecode, with a sign before it. */
  readonly offset?: string
  /** Whether timecodes are drop frame at the rates that have it; absent: as they are written, with `;` or `:`. */
  readonly dropFrame?: boolean
  /** Timecode in the source of the first frame of the media, `HH:MM:SS:FF`; absent where times count from that frame. */
  readonly sourceStart?: string
  /** Timecode in the new file of the first frame of the media. */
  readonly start?: string
  /** What the columns of a table are called. */
  readonly columns?: TableColumns
  /** Whom the file is for: it is held against what they ask for, at their rate where `rate` names none. */
  readonly delivery?: DeliveryProfile
  /** Whether characters, colours, line breaks and times are changed to what is taken there. */
  readonly fix?: boolean
}

interface ConvertedDocument {
  readonly document: TimedTextDocument
  readonly diagnostics: readonly Diagnostic[]
  /** How a file of it is written. */
  readonly options: WriteOptions
}

export interface ConvertedFile extends ConvertedDocument {
  readonly content: string | Uint8Array
}

/** What a reader has to know of a conversion. */
export function toReadOptions({ sourceRate, dropFrame, columns }: Conversion): ReadOptions {
  return {
    ...(sourceRate && { rate: sourceRate }),
    ...(dropFrame !== undefined && { dropFrame }),
    ...(columns && { columns }),
  }
}

/**
 * What was read as a file of another format. `diagnostics` are those of the reader, of the conversion and of the writer.
 * Throws TimebaseError for what the rates or the format do not have.
 */
export function convertFile(read: ReadResult, format: TimedTextFormat, conversion: Conversion): ConvertedFile {
  if (conversion.start !== undefined && !format.timeBases.includes('smpte')) {
    throw new TimebaseError('no-timecode-rate', `${format.label} has no timecode, and so no start of the programme`)
  }
  const converted = toDelivery(convertDocument(read.document, withRate(conversion)), conversion)
  // Labels that only count otherwise make no timecode of clock times.
  const isClock = clockFormats.has(format.id) && conversion.start === undefined
  const { content, diagnostics } = format.write(converted.document, {
    ...converted.options,
    ...(isClock && { timeBase: 'media' }),
    ...(conversion.columns && { columns: conversion.columns }),
  })
  return { ...converted, content, diagnostics: [...read.diagnostics, ...converted.diagnostics, ...diagnostics] }
}

const clockFormats: ReadonlySet<string> = new Set(['srt', 'webvtt', 'ass'])

/** The conversion at the rate of whom the file is for, unless it names one. */
function withRate(conversion: Conversion): Conversion {
  const rate = conversion.rate ?? conversion.delivery?.rate
  return rate ? { ...conversion, rate } : conversion
}

/** What was converted, as it is delivered: in frames, which are 25 a second where nobody counts any. */
function toDelivery(converted: ConvertedDocument, { delivery, fix }: Conversion): ConvertedDocument {
  if (!delivery) return converted
  const { timing } = converted.document
  const counted = toFrameDocument(converted.document, timing.unit === 'frames' ? timing.rate : RATE_25)
  const { document, diagnostics } = prepareDelivery(counted, delivery, fix)
  return {
    document,
    diagnostics: [...converted.diagnostics, ...diagnostics],
    options: { ...converted.options, ...(delivery.ebuStl && { ebuStl: delivery.ebuStl }) },
  }
}

/**
 * A document at another rate, or moved. Each time is rounded once to a frame of the source, and once to one of the new
 * rate; what was in order and apart stays so. Throws TimebaseError for what the rates do not have.
 */
function convertDocument(document: TimedTextDocument, conversion: Conversion): ConvertedDocument {
  const { keep = 'time', dropFrame, offset, sourceStart, start } = conversion
  const own = document.timing.unit === 'frames' ? document.timing.rate : undefined
  const sourceRate = conversion.sourceRate ?? own ?? conversion.rate
  if (!sourceRate) {
    if (keep === 'time' && [dropFrame, offset, sourceStart, start].every(option => option === undefined)) {
      return { document, diagnostics: [], options: {} }
    }
    throw new TimebaseError('invalid-rate', 'The file counts no frames: what is counted in frames needs a rate')
  }
  const rate = conversion.rate ?? sourceRate
  if (keep === 'frames' && !(conversion.rate && (conversion.sourceRate ?? own))) {
    throw new TimebaseError('invalid-rate', 'Frame numbers are kept from one rate to another; both are needed')
  }
  if (dropFrame && !mayDropFrame(sourceRate) && !mayDropFrame(rate)) {
    throw new TimebaseError('no-drop-frame', 'Drop frame exists at 30000/1001 and 60000/1001 only')
  }
  const moved = moveToRate(document, rate, {
    sourceRate,
    mode: keep === 'frames' ? 'retime' : 'resample',
    ...(sourceStart !== undefined && { sourceStart: toStart(sourceStart, sourceRate, dropFrame).frames }),
    ...(offset !== undefined && { offset: toOffset(offset, rate, dropFrame) }),
  })
  const label = start ?? (dropFrame === undefined ? undefined : (findProgrammeStart(document) ?? '00:00:00:00'))
  const options: WriteOptions =
    label === undefined ? {} : { timeBase: 'smpte', programmeStart: toStart(label, rate, dropFrame) }
  return { ...moved, options }
}

function toStart(label: string, rate: SampleRate, policy: boolean | undefined): ProgrammeStart {
  const dropFrame = policy === undefined ? label.includes(';') : policy && mayDropFrame(rate)
  return { frames: parseTimecode(label, { rate, dropFrame }), dropFrame }
}

function toOffset(text: string, rate: SampleRate, policy: boolean | undefined): Frames {
  const [, sign, amount = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  const frames = /^\d+$/.test(amount) ? Number(amount) : toStart(amount, rate, policy).frames
  return sign === '-' ? -frames : frames
}
