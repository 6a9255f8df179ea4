import { effect } from '@preact/signals'
import { searchAll } from '@rushes/client'
import { useEffect, useRef } from 'preact/hooks'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import type { Film } from '../../player/film.ts'
import { type FrameFormat, writeTimecode } from '../../player/frames.ts'
import { texts } from './messages.ts'
import './transcript.css'

interface ClipTranscriptProps {
  prId: number
  moId: number
  film: Film
  format: FrameFormat
}

/** What is said in the clip, paragraph by paragraph; a click goes there, and the one that is spoken is marked. */
export function ClipTranscript({ prId, moId, film, format }: ClipTranscriptProps) {
  const list = useRef<HTMLOListElement>(null)
  const paragraphs = useResource(
    async signal => {
      const query = { fq: ['funnel:TranscriptAnnotation'], sort: 'start asc' }
      const found = searchAll(api.annotations.listAnnotationsOfClip, { prId, moId, query, signal }, 1000)
      return Array.fromAsync(found, ({ id, start, end, tsa_content: text, tsa_speaker: speakers }) => ({
        id: Number(id),
        start: Number(start),
        end: Number(end),
        text: String(text ?? ''),
        speaker: String([speakers ?? ''].flat()[0]),
      }))
    },
    [prId, moId],
  )
  const all = paragraphs.data
  useEffect(
    () =>
      effect(() => {
        const frame = film.frame.value
        const at = all?.findIndex(({ start, end }) => frame >= start && frame < end) ?? -1
        for (const [index, item] of Array.from(list.current?.children ?? []).entries()) {
          item.toggleAttribute('data-spoken', index === at)
        }
      }),
    [film, all],
  )
  return (
    <Loaded resource={paragraphs}>
      {loaded =>
        loaded.length === 0 ? (
          <EmptyState text={texts('noTranscript')} />
        ) : (
          <ol class="transcript" ref={list}>
            {loaded.map(({ id, start, text, speaker }) => (
              <li key={id}>
                <button
                  type="button"
                  class="transcript-line"
                  onClick={() => {
                    film.pause()
                    film.seek(start)
                  }}
                >
                  <span class="tc">{writeTimecode(start, format)}</span>
                  {speaker !== '' && <strong>{speaker}</strong>}
                  <span>{text}</span>
                </button>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}
