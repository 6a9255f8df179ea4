/**
 * Subtitles in picture-in-picture. Its window shows the video without what the page lays over it: there they are a text
 * track of the video, without the look of their preset.
 */

import type { SubtitleEntry, SubtitleStyle } from '@rushes/contract'
import type { Film } from '../../player/film.ts'
import { isPartShown, listStyledLines } from '../model/rich-text.ts'
import type { Rows } from '../model/rows.ts'

/** Tracks cannot be taken off a video: each gets one. */
const tracks = new WeakMap<HTMLVideoElement, TextTrack>()

/** Shows rows as a text track of a video while that is in picture-in-picture, until the returned function is called. */
export function showInPictureInPicture(
  video: HTMLVideoElement,
  film: Film,
  rows: Rows,
  isAbove: (entry: SubtitleEntry) => boolean,
): () => void {
  const enter = () => {
    const track = tracks.get(video) ?? video.addTextTrack('subtitles')
    tracks.set(video, track)
    clear(track)
    for (const { entry } of rows) {
      if (!entry.hidden) for (const cue of toCues(entry, film, isAbove(entry))) track.addCue(cue)
    }
    track.mode = 'showing'
  }
  const leave = () => {
    const track = tracks.get(video)
    if (!track) return
    clear(track)
    track.mode = 'disabled'
  }
  video.addEventListener('enterpictureinpicture', enter)
  video.addEventListener('leavepictureinpicture', leave)
  if (document.pictureInPictureElement === video) enter()
  return () => {
    video.removeEventListener('enterpictureinpicture', enter)
    video.removeEventListener('leavepictureinpicture', leave)
    leave()
  }
}

/** Its cues are known only while it is not disabled. */
function clear(track: TextTrack): void {
  track.mode = 'hidden'
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue)
}

/** Of a subtitle whose parts come and go: a cue for each time in which the same ones are shown. */
function toCues({ start, end, textParts = [] }: SubtitleEntry, film: Film, isAbove: boolean): VTTCue[] {
  const within = textParts.flatMap(part => [part.start ?? start, part.end ?? end]).filter(at => at > start && at < end)
  const moments = [...new Set([start, ...within, end])].toSorted((a, b) => a - b)
  return moments.slice(0, -1).flatMap((from, index) => {
    const lines = listStyledLines(textParts).map(line => line.filter(part => isPartShown(part, from)))
    const text = lines.map(line => line.map(({ content, style }) => toMarkup(content, style ?? {})).join('')).join('\n')
    if (text.trim() === '') return []
    const cue = new VTTCue(film.toSeconds(from), film.toSeconds(moments[index + 1]!), text)
    if (isAbove) cue.line = 0
    return [cue]
  })
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function toMarkup(content: string, { italic, bold, underline }: SubtitleStyle): string {
  const tags = [italic && 'i', bold && 'b', underline && 'u'].filter(tag => typeof tag === 'string')
  const text = content.replaceAll(/[&<>]/g, letter => escapes[letter] ?? letter)
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text)
}
