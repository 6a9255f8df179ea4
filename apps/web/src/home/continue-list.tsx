import { useMemo } from 'preact/hooks'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { writeTimecode } from '../player/frames.ts'
import { loadPreview } from '../review-list/open-comments.ts'
import { texts } from './messages.ts'
import { listVisited, type Visited } from './visited.ts'

/** So many fit in a row. */
const maxShown = 4

/** Where the user was last, to go on from there; nothing for who has not been anywhere. */
export function ContinueList() {
  const visited = useMemo(() => listVisited().slice(0, maxShown), [])
  const loaded = useResource(
    async signal => {
      const all = await Promise.allSettled(
        visited.map(async visit => ({ visit, ...(await loadPreview(visit.prId, visit.moId, signal)) })),
      )
      // What was deleted meanwhile is left out.
      return all.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    },
    [visited],
  )
  const shown = loaded.data ?? []
  if (shown.length === 0) return null
  return (
    <section class="home-part" aria-labelledby="home-continue">
      <div class="home-head">
        <h2 id="home-continue">{texts('continue')}</h2>
      </div>
      <ul class="home-continue">
        {shown.map(({ visit, clip, format, picture }) => {
          const frame = Math.floor((visit.seconds * format.rate.num) / format.rate.den + 0.001)
          return (
            <li key={`${visit.moId} ${visit.language}`}>
              <Link class="home-clip" href={toAddress(visit, frame)}>
                <span class="home-clip-picture">
                  {picture !== undefined && <img src={picture} alt="" />}
                  {visit.length > 0 && (
                    <span class="home-clip-far" style={{ '--far': `${(visit.seconds / visit.length) * 100}%` }} />
                  )}
                </span>
                <strong>{clip.name}</strong>
                <span class="home-clip-facts">
                  <span class="tc">{writeTimecode(frame, format)}</span>
                  {visit.language !== undefined && (
                    <span>{texts('subtitlesOf', { language: visit.language.toUpperCase() })}</span>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function toAddress({ prId, moId, language }: Visited, frame: number): string {
  const path = `/app/production/${prId}/clip/${moId}${language === undefined ? '' : `/subtitles/${language}`}`
  return `${path}?t=${frame}`
}
