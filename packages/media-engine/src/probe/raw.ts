import type { MxfTimecode } from './timecode/mxf-timecode.ts'
import type { TrackTimecode } from './timecode/timecode-track.ts'

/** What a demuxer says of a file, with the field names of ffprobe's JSON. */
export interface RawProbe {
  readonly format: RawFormat
  readonly streams: readonly RawStream[]
  readonly tallies: readonly StreamTally[]
  /** The iXML chunk of a broadcast wave file; ours. */
  readonly ixml?: string
  /** The timecode track of a QuickTime file; ours. */
  readonly timecodeTrack?: TrackTimecode
  /** Tracks of a QuickTime file by their ids, of which an edit list without a part of them shows nothing; ours. */
  readonly unshownTracks?: readonly number[]
  /** How the timecode of an MXF file counts; ours. */
  readonly mxfTimecode?: MxfTimecode
}

/** ffprobe's `format` object: large numbers are text, times are decimal seconds. */
export interface RawFormat {
  readonly filename: string
  readonly nb_streams: number
  readonly nb_programs: number
  readonly format_name: string
  readonly format_long_name: string
  readonly start_time?: string
  readonly duration?: string
  readonly size?: string
  readonly bit_rate?: string
  readonly probe_score: number
  readonly tags?: Readonly<Record<string, string>>
}

/** The part of ffprobe's stream object that this package reads. */
export interface RawStream {
  readonly index: number
  /** Of its container. */
  readonly id?: number
  readonly codec_type?: string
  readonly codec_name?: string
  /** Four letters of the container. */
  readonly codec_tag_string?: string
  /** False if the library has no decoder for it; ours. */
  readonly decodable?: boolean
  readonly profile?: string
  readonly width?: number
  readonly height?: number
  readonly pix_fmt?: string
  readonly sample_aspect_ratio?: string
  readonly color_range?: string
  readonly color_space?: string
  readonly color_transfer?: string
  readonly color_primaries?: string
  readonly field_order?: string
  readonly r_frame_rate?: string
  readonly avg_frame_rate?: string
  readonly time_base?: string
  /** Header duration in time base units. */
  readonly duration_ts?: number
  readonly bit_rate?: string
  readonly nb_frames?: string
  readonly sample_rate?: string
  readonly channels?: number
  readonly bits_per_raw_sample?: string
  readonly bits_per_sample?: number
  readonly disposition?: { readonly attached_pic?: number }
  readonly tags?: Readonly<Record<string, string>>
  /** ffprobe says rotation in the display matrix, in degrees anti-clockwise; `mirrored` is ours. */
  readonly side_data_list?: readonly { readonly rotation?: number; readonly mirrored?: boolean }[]
}

/** What counting the packets of one stream gave; times are in units of the stream's time base. */
export interface StreamTally {
  readonly index: number
  /** Packets that show something, without those that an edit list marks as discarded. */
  readonly shownPackets: number
  readonly allPackets: number
  /** How long all shown packets last together. */
  readonly shownTicks?: number
  /** Pictures of two packets, one for each field; the second ones are counted nowhere else. */
  readonly fieldPairs?: number
  readonly startPts?: number
  /** End of the last shown packet. */
  readonly endPts?: number
  /** Presentation times in rising order; of video streams only, and only where every packet has one. */
  readonly times?: Float64Array
}
