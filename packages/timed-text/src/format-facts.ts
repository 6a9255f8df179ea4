/** What can be said of every format without its code: the contract, the pages and the command line take their lists from here. */

/** How times can be counted in a file: from the first frame of the media, or by its timecode. */
export type TimeBase = 'media' | 'smpte'

export interface FormatFacts {
  readonly id: string
  /** Other names for it in requests. */
  readonly aliases: readonly string[]
  /** Name shown to people. */
  readonly label: string
  /** Lower case, the one to answer with first. */
  readonly mediaTypes: readonly [string, ...string[]]
  /** Extension of written files, without the dot. */
  readonly extension: string
  /** Other extensions of files in this format. An extension of two formats belongs to the one that is listed first. */
  readonly otherExtensions: readonly string[]
  /** What follows the dot in the addresses of lists: the id or an alias. */
  readonly listForm: string
  readonly encoding: 'text' | 'xml' | 'binary'
  /** Whether broadcasters exchange it. */
  readonly isBroadcast: boolean
  readonly timeBases: readonly [TimeBase, ...TimeBase[]]
}

/** Every format, by id, in the order in which lists show them. Its code is registered in formats.ts. */
export const formatFacts = {
  srt: {
    id: 'srt',
    aliases: [],
    label: 'SubRip',
    mediaTypes: ['application/x-subrip', 'text/srt'],
    extension: 'srt',
    otherExtensions: [],
    listForm: 'srt',
    encoding: 'text',
    isBroadcast: false,
    timeBases: ['media', 'smpte'],
  },
  webvtt: {
    id: 'webvtt',
    aliases: ['vtt'],
    label: 'WebVTT',
    mediaTypes: ['text/vtt'],
    extension: 'vtt',
    otherExtensions: [],
    listForm: 'webvtt',
    encoding: 'text',
    isBroadcast: false,
    timeBases: ['media', 'smpte'],
  },
  ebustl: {
    id: 'ebustl',
    aliases: ['stl'],
    label: 'EBU STL',
    mediaTypes: ['application/x-ebu-stl'],
    extension: 'stl',
    otherExtensions: [],
    listForm: 'stl',
    encoding: 'binary',
    isBroadcast: true,
    timeBases: ['media', 'smpte'],
  },
  ebuttd: {
    id: 'ebuttd',
    aliases: ['ebu-tt-d'],
    label: 'EBU-TT-D',
    mediaTypes: ['application/ttml+xml'],
    extension: 'ttml',
    otherExtensions: ['xml', 'dfxp', 'itt'],
    listForm: 'ebuttd',
    encoding: 'xml',
    isBroadcast: true,
    timeBases: ['media'],
  },
  ebutt: {
    id: 'ebutt',
    aliases: ['ebu-tt'],
    label: 'EBU-TT',
    mediaTypes: ['application/x-ebu-tt+xml'],
    extension: 'xml',
    otherExtensions: ['ebutt'],
    listForm: 'ebutt',
    encoding: 'xml',
    isBroadcast: true,
    timeBases: ['media', 'smpte'],
  },
} as const satisfies Record<string, FormatFacts>

export type FormatId = keyof typeof formatFacts

export function listFormatFacts(): readonly FormatFacts[] {
  return Object.values(formatFacts)
}

/** The ids of all formats, in the order of lists. */
export function listFormatIds(): FormatId[] {
  return Object.keys(formatFacts) as FormatId[]
}
