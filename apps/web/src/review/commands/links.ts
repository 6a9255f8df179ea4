/** Links to a place in a clip: a frame, a marked range, a subtitle, a comment. */

import { copyText } from '../../design/copying/copy-text.ts'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { getQuery } from '../../platform/router.tsx'
import type { Captions, CaptionVersion } from '../../player/captions.ts'
import type { Film, Loop } from '../../player/film.ts'
import { texts } from '../messages.ts'

/** What an address says of a place; a link to one place says nothing of another. */
type Place = Partial<Record<'t' | 'in' | 'out' | 'subtitles' | 'preset' | 'comment' | 'panel', string>>

const nowhere = {
  t: undefined,
  in: undefined,
  out: undefined,
  subtitles: undefined,
  preset: undefined,
  comment: undefined,
  panel: undefined,
} satisfies Record<keyof Place, undefined>

/** The address of a comment, in place of wherever the page is. */
export function toCommentQuery(id: number): Record<keyof Place, string | undefined> {
  return { ...nowhere, comment: String(id) }
}

/** Copies the address of a page at a place; of this one where no other is named. */
export function copyLinkTo(place: Place, page: string = location.href): void {
  const address = new URL(page, location.href)
  for (const name of Object.keys(nowhere)) address.searchParams.delete(name)
  for (const [name, value] of Object.entries(place)) address.searchParams.set(name, value)
  copyText(address.href).then(() => tell(texts('linkCopied')), tellError)
}

export function copyFrameLink(film: Film): void {
  copyLinkTo({ t: String(film.frame.value) })
}

export function copyRangeLink(film: Film): void {
  const marked = film.getMarked()
  if (marked) copyLinkTo(toRange(marked))
}

/** The subtitle that is shown, with its language. */
export function copySubtitleLink(film: Film, captions: Captions): void {
  const version = captions.shown.value
  const cue = captions.findCue(film.frame.value)
  if (!version || !cue) return
  const { language, presetId } = version
  copyLinkTo({ ...toRange(cue), subtitles: language, ...(presetId === undefined ? {} : { preset: presetId }) })
}

function toRange({ inFrame, outFrame }: Loop): Place {
  return { in: String(inFrame), out: String(outFrame) }
}

/** Shows the frame that the address names, or marks the range and shows its first frame. */
export function goToLinked(film: Film): void {
  const range = readRange(film.frameCount)
  if (range) {
    film.inFrame.value = range.inFrame
    film.outFrame.value = range.outFrame
    film.seek(range.inFrame)
    return
  }
  const frame = readFrame('t')
  if (frame !== undefined) film.seek(frame)
}

/** The subtitles that the address names. */
export function readLinkedSubtitles(): CaptionVersion | undefined {
  const language = getQuery('subtitles')
  return language === undefined ? undefined : { language, presetId: getQuery('preset') }
}

/** Nothing for what is no part of the film. */
function readRange(frameCount: number): Loop | undefined {
  const [inFrame, outFrame] = [readFrame('in'), readFrame('out')]
  if (inFrame === undefined || outFrame === undefined) return undefined
  const end = Math.min(outFrame, frameCount)
  return inFrame < end ? { inFrame, outFrame: end } : undefined
}

function readFrame(name: 't' | 'in' | 'out'): number | undefined {
  const value = getQuery(name)
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
