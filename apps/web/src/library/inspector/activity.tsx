import type { SolrDocument } from '@rushes/contract'
import { Loaded } from '../../design/lists/loaded.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { Link } from '../../platform/router.tsx'
import { formatDate } from '../../platform/translations.ts'
import { writeTimecode } from '../../player/frames.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts } from './messages.ts'

const most = 20

/** What was said about a clip last. */
export function Activity({ prId, clip }: { prId: number; clip: FoundClip }) {
  const comments = useResource(
    async signal => {
      const query = { fq: ['funnel:ReviewComment', '-deleted:*'], sort: 'created desc', rows: most }
      return (await api.annotations.listAnnotationsOfClip({ prId, moId: clip.id, query, signal })).results
    },
    [prId, clip.id],
  )
  return (
    <div class="inspector-section">
      <h3>{texts('latestComments')}</h3>
      <Loaded resource={comments}>
        {all =>
          all.length === 0 ? (
            <p>{texts('noComments')}</p>
          ) : (
            <ul class="inspector-list">
              {all.map(comment => (
                <Comment key={String(comment.id)} {...{ prId, clip, comment }} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function Comment({ prId, clip, comment }: { prId: number; clip: FoundClip; comment: SolrDocument }) {
  const author = String(comment.authorName ?? '')
  const start = Number(comment.start ?? 0)
  const { timecode } = comment
  return (
    <li class="inspector-comment">
      <Avatar name={author} id={String(comment.creatorId ?? author)} />
      <div>
        <Link class="tc" href={`/app/production/${prId}/clip/${clip.id}?t=${start}`}>
          {typeof timecode === 'string' ? timecode : clip.format ? writeTimecode(start, clip.format) : String(start)}
        </Link>{' '}
        {String(comment.description ?? '')}
        <p>
          {author} · {formatDate(Number(comment.created))}
        </p>
      </div>
    </li>
  )
}
