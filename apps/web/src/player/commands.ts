import { useCommands } from '../platform/keys/commands.ts'
import type { Film } from './film.ts'
import { type FrameFormat, readTimecode } from './frames.ts'
import { texts } from './messages.ts'

/** What the palette does with a film: a timecode that is typed there is gone to. */
export function useFilmCommands(film: Film, format: FrameFormat): void {
  useCommands([
    {
      id: 'player.seek',
      title: texts('timecode'),
      run: () => document.querySelector<HTMLInputElement>('.player-timecode')?.focus(),
      take: typed => {
        const frame = /^[\d:;.]+$/.test(typed) && /\d[:;.]\d/.test(typed) ? readTimecode(typed, format) : undefined
        if (frame === undefined) return undefined
        return () => {
          film.pause()
          film.seek(frame)
        }
      },
    },
  ])
}
