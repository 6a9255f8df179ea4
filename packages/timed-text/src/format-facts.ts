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
  /** Media types that several formats share, with the parameter that names this one. */
  readonly profiledMediaTypes?: readonly `${string}/${string};${'profile' | 'codecs'}=${string}`[]
  /** Extension of written files, without the dot. */
  readonly extension: string
  /** Other extensions of files in this format. An extension of two formats belongs to the one that is listed first. */
  readonly otherExtensions: readonly string[]
  /** What follows the dot in the addresses of lists: the id or an alias. */
  readonly listForm: string
  readonly encoding: 'text' | 'xml' | 'binary'
  /** Whether it is one of the EBU's, which requests may name by a profile. */
  readonly isBroadcast: boolean
  readonly timeBases: readonly [TimeBase, ...TimeBase[]]
  /** Whether it has a column for each language, so that translations belong to the same file. */
  readonly isTable?: true
}

/** What most formats have, so that pages need not load it for each. */
const usual = {
  aliases: [],
  otherExtensions: [],
  encoding: 'text',
  isBroadcast: false,
  timeBases: ['media', 'smpte'],
} as const

type Facts = Pick<FormatFacts, 'id' | 'label' | 'mediaTypes' | 'extension'> & Partial<FormatFacts>

/** Facts with what is usual for those that are left out; lists have the form of the id. */
function withUsual<const Given extends Facts>(facts: Given): FormatFacts & Given {
  return { ...usual, listForm: facts.id, ...facts }
}

/** Every format, by id, in the order in which lists show them. Its code is registered in formats.ts. */
export const formatFacts = {
  srt: withUsual({
    id: 'srt',
    label: 'SubRip',
    mediaTypes: ['application/x-subrip', 'text/srt'],
    extension: 'srt',
  }),
  webvtt: withUsual({
    id: 'webvtt',
    aliases: ['vtt'],
    label: 'WebVTT',
    mediaTypes: ['text/vtt'],
    extension: 'vtt',
  }),
  ass: withUsual({
    id: 'ass',
    aliases: ['ssa'],
    label: 'ASS',
    mediaTypes: ['text/x-ssa', 'text/x-ass'],
    extension: 'ass',
    otherExtensions: ['ssa'],
  }),
  ebustl: withUsual({
    id: 'ebustl',
    aliases: ['stl'],
    label: 'EBU STL',
    mediaTypes: ['application/x-ebu-stl'],
    extension: 'stl',
    listForm: 'stl',
    encoding: 'binary',
    isBroadcast: true,
  }),
  ebuttd: withUsual({
    id: 'ebuttd',
    aliases: ['ebu-tt-d'],
    label: 'EBU-TT-D',
    mediaTypes: ['application/ttml+xml'],
    // A processor of IMSC 1 reads EBU-TT-D as well.
    profiledMediaTypes: ['application/ttml+xml;codecs=etd1', 'application/ttml+xml;codecs=im1t'],
    extension: 'ttml',
    otherExtensions: ['xml', 'dfxp'],
    encoding: 'xml',
    isBroadcast: true,
    timeBases: ['media'],
  }),
  ebutt: withUsual({
    id: 'ebutt',
    aliases: ['ebu-tt'],
    label: 'EBU-TT',
    mediaTypes: ['application/x-ebu-tt+xml'],
    profiledMediaTypes: ['application/ttml+xml;profile=ebu-tt'],
    extension: 'xml',
    otherExtensions: ['ebutt'],
    encoding: 'xml',
    isBroadcast: true,
  }),
  imsc: withUsual({
    id: 'imsc',
    aliases: ['imsc1.1', 'imsc1.3'],
    label: 'IMSC Text',
    mediaTypes: ['application/x-imsc+xml'],
    profiledMediaTypes: ['application/ttml+xml;codecs=im2t', 'application/ttml+xml;codecs=im3t'],
    extension: 'imsc',
    encoding: 'xml',
    timeBases: ['media'],
  }),
  itt: withUsual({
    id: 'itt',
    aliases: ['itunes'],
    label: 'iTT',
    mediaTypes: ['application/x-itt+xml'],
    extension: 'itt',
    encoding: 'xml',
    timeBases: ['media'],
  }),
  scc: withUsual({
    id: 'scc',
    label: 'Scenarist SCC',
    mediaTypes: ['text/x-scc'],
    extension: 'scc',
  }),
  csv: withUsual({
    id: 'csv',
    label: 'Table (CSV)',
    isTable: true,
    mediaTypes: ['text/csv'],
    extension: 'csv',
    otherExtensions: ['tsv'],
  }),
  xlsx: withUsual({
    id: 'xlsx',
    label: 'Table (Excel)',
    isTable: true,
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    extension: 'xlsx',
    encoding: 'binary',
  }),
} satisfies Record<string, FormatFacts>

export type FormatId = keyof typeof formatFacts

export function listFormatFacts(): readonly FormatFacts[] {
  return Object.values(formatFacts)
}

/** The ids of all formats, in the order of lists. */
export function listFormatIds(): FormatId[] {
  return Object.keys(formatFacts) as FormatId[]
}

/** Whom a file may be for, by id; what they ask for is in conversion/delivery. */
export const deliveryIds = ['ard', 'zdf', 'orf', 'srf', 'arte', 'bbc-online', 'rtl', 'netflix'] as const

export type DeliveryId = (typeof deliveryIds)[number]
