import type { Colour, MediaKind, Track } from '../probe/report.ts'
import { type ColourSource, needsTable } from './colour-table.ts'

/** A film keeps its matrix and range where browsers know them, a picture is JPEG; primaries and transfer are BT.709. */
export type ColourTarget = 'film' | 'picture'

/** The matrix and the range of what is made. */
export interface MadeColours {
  readonly matrix: 'bt601' | 'bt709'
  readonly range: 'tv' | 'pc'
}

function findMadeColours({ matrix, range }: PictureColour, target: ColourTarget): MadeColours {
  if (target === 'picture') return { matrix: 'bt601', range: 'pc' }
  return matrix === 'bt601' || matrix === 'bt709' ? { matrix, range } : { matrix: 'bt709', range: 'tv' }
}

/** Where the path of the table of `ColourPlan` goes in a description of filters. */
export const COLOUR_TABLE = 'COLOUR_TABLE'

/** Matrices in the words of the scale filter; what is missing cannot be read by it. */
const MATRICES: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  fcc: 'fcc',
  bt470bg: 'bt601',
  smpte170m: 'bt601',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  // has none
  gbr: 'bt709',
}

/** Codings that browsers play. */
const PLAYABLE = new Set(['h264', 'hevc', 'vp8', 'vp9', 'av1'])

/** Lines from which on a film without a matrix has that of BT.709. */
const HD_HEIGHT = 720

/** How the numbers of a picture are read. */
interface PictureColour {
  readonly matrix: string
  readonly range: 'tv' | 'pc'
  /** Colours to be converted to BT.709; undefined if they are those. */
  readonly source: ColourSource | undefined
}

const HAS_ALPHA = /^(yuva|gbrap|rgba|bgra|argb|abgr|ya8|ya16|pal8|ayuv|vuya)/

const guessMatrix = ({ height = 0 }: Track): string => (height < HD_HEIGHT ? 'bt601' : 'bt709')

/**
 * Reads colours as Chromium does: a film whose matrix, primaries and transfer are all given is what they say, one with
 * a part of them is limited BT.601 or BT.709 by its height, one without any as well unless its range is full, which
 * means JPEG. Pictures and codings that no browser plays are what they say, as far as they say something.
 */
export function findPictureColour(video: Track, isStill: boolean): PictureColour {
  const { range, primaries, transfer, matrix = '' }: Colour = video.colour ?? {}
  const isFull = range === 'pc' || /^(yuvj|rgb|bgr|gbr|argb|abgr|pal)/.test(video.pixelFormat ?? '')
  const named = MATRICES[matrix]
  const known = [named, primaries, transfer].filter(value => value !== undefined).length
  const size = guessMatrix(video)
  const said = { matrix: named ?? (isStill || isFull ? 'bt601' : size), range: isFull ? 'pc' : 'tv' } as const
  if (known === 3) {
    const source = { primaries: primaries ?? '', transfer: transfer ?? '' }
    return { ...said, source: needsTable(source) ? source : undefined }
  }
  const isGuessed = !isStill && PLAYABLE.has(video.codec ?? '') && known > 0
  return isGuessed ? { matrix: size, range: 'tv', source: undefined } : { ...said, source: undefined }
}

/** Filters that scale and convert a picture, with the table that they read, if any. */
export interface ColourPlan {
  readonly filters: readonly string[]
  readonly table: ColourSource | undefined
  readonly made: MadeColours
}

/** Plans filters that scale pictures of a file and give them the colours of the target; what is transparent is over black. */
export function planColour(
  video: Track,
  kind: MediaKind,
  size: { readonly width: number; readonly height: number },
  target: ColourTarget,
): ColourPlan {
  const colour = findPictureColour(video, kind === 'IMAGE')
  const { matrix, range, source } = colour
  const made = findMadeColours(colour, target)
  const write = `out_color_matrix=${made.matrix}:out_range=${made.range}`
  const read = `in_color_matrix=${matrix}:in_range=${range}`
  const isDeep = (video.bitsPerSample ?? 8) > 8
  const hasAlpha = HAS_ALPHA.test(video.pixelFormat ?? '')
  const flatten = [`scale=${read}`, `format=${isDeep ? 'gbrap12' : 'gbrap'}`, 'premultiply=inplace=1']
  // converted colours are rounded with care; those that stay are not converted
  const isConverted = source !== undefined || made.matrix !== matrix || made.range !== range
  const flags = isConverted ? 'bicubic+accurate_rnd+full_chroma_int+full_chroma_inp' : 'bicubic'
  const scale = `scale=${size.width}:${size.height}:flags=${flags}`
  const readScaled = hasAlpha ? scale : `${scale}:${read}`
  const convert = ['format=gbrp10', `lut3d=file=${COLOUR_TABLE}:interp=tetrahedral`, `scale=flags=${flags}:${write}`]
  return {
    filters: [
      // the table converts these: the library must not, and refuses some
      'setparams=color_primaries=bt709:color_trc=bt709',
      ...(hasAlpha ? flatten : []),
      ...(source ? [readScaled, ...convert] : [`${readScaled}:${write}`]),
      target === 'film' ? 'format=yuv420p' : 'format=yuvj420p',
    ],
    table: source,
    made,
  }
}
