import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { MediaError } from '../../errors.ts'
import { type BurnedInSubtitles, drawSubtitles } from '../../plan/subtitles.ts'
import { FilterChain } from './filter-chain.ts'

const SIZE = { width: 640, height: 360 }
const GREY = 100

/** Draws subtitles into a grey picture: without a font the filter draws nothing and reports no error. */
export function assertDrawn({ path, shownAtMs }: BurnedInSubtitles): void {
  const picture = Buffer.alloc((SIZE.width * SIZE.height * 3) / 2, GREY)
  const filters = new FilterChain(drawSubtitles(path), { num: 1, den: 1000 })
  try {
    const pts = BigInt(shownAtMs)
    const facts = { ...SIZE, format: AV_PIX_FMT_YUV420P, timeBase: { num: 1, den: 1000 }, pts }
    using frame = Frame.fromVideoBuffer(picture, facts)
    for (const drawn of filters.filter(frame, pts)) if (drawn.toBuffer().some(value => value !== GREY)) return
  } finally {
    filters.close()
  }
  throw new MediaError('UNSUPPORTED', 'The subtitles cannot be drawn: this machine has no font for their text.')
}
