import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { Segments } from '../design/fields/segments.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { Avatar } from '../design/people/avatar.tsx'
import { Place } from '../frame/place.tsx'
import { user } from '../frame/session.ts'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { useSoon } from '../platform/writes/soon.ts'
import { writeTimecode } from '../player/frames.ts'
import { writeAge } from '../review/comments/age.ts'
import { CommentText } from '../review/comments/text/comment-text.tsx'
import { texts } from './messages.ts'
import { findOpenComments, loadPreview, type OpenComment, type Whose } from './open-comments.ts'
import './review-list.css'

/** After so long a search finds what was said just before. */
const indexMs = 1000

/** The comments of a production that wait for an answer, newest first, with the clip of the one that is chosen. */
export default function ReviewListPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const whose: Whose = getQuery('whose') === 'mentions' ? 'mentions' : 'all'
  const userId = user.value?.id
  const pages = useSignal(1)
  const chosen = useSignal<number | undefined>(undefined)
  const found = useResource(
    signal => findOpenComments(prId, { whose, userId, pages: pages.value }, signal),
    [prId, whose, userId, pages.value],
  )
  const lookSoon = useSoon(found.reload, indexMs)
  useEvents(
    api,
    { prId },
    ({ type, verb }) => {
      if (type.startsWith('Annotation.') || verb?.startsWith('Annotation.')) lookSoon()
    },
    lookSoon,
  )
  const shown = found.data?.comments.find(({ id }) => id === chosen.value)
  return (
    <Place
      name="review"
      trail={[{ text: texts('title') }]}
      inspector={
        shown ? <Preview key={shown.moId} prId={prId} comment={shown} /> : <p class="panel-hint">{texts('choose')}</p>
      }
    >
      <div class="review-list">
        <div class="review-list-bar">
          <Segments
            label={texts('show')}
            choices={(['all', 'mentions'] as const).map(value => [value, texts(value)] as const)}
            chosen={whose}
            onChoose={value => {
              pages.value = 1
              setQuery({ whose: value === 'all' ? undefined : value })
            }}
          />
          {found.data && <span class="num field-hint">{texts('count', { count: found.data.found })}</span>}
        </div>
        <Loaded resource={found}>
          {({ comments, found: count }) =>
            comments.length === 0 ? (
              <EmptyState
                text={texts(whose === 'all' ? 'none' : 'noMentions')}
                action={
                  <Link class="button" href={`/app/production/${prId}`}>
                    {texts('toLibrary')}
                  </Link>
                }
              />
            ) : (
              <>
                <ol class="review-list-rows">
                  {comments.map(comment => (
                    <Row
                      key={comment.id}
                      prId={prId}
                      comment={comment}
                      isChosen={comment.id === chosen.value}
                      onChoose={() => {
                        chosen.value = comment.id
                      }}
                    />
                  ))}
                </ol>
                {comments.length < count && (
                  <Button
                    isBusy={found.isLoading}
                    onClick={() => {
                      pages.value += 1
                    }}
                  >
                    {texts('more')}
                  </Button>
                )}
              </>
            )
          }
        </Loaded>
      </div>
    </Place>
  )
}

interface RowProps {
  prId: number
  comment: OpenComment
  isChosen: boolean
  onChoose: () => void
}

function toAddress(prId: number, { moId, threadId }: OpenComment): string {
  return `/app/production/${prId}/clip/${moId}?comment=${threadId}`
}

function Row({ prId, comment, isChosen, onChoose }: RowProps) {
  const author = comment.author === '' ? texts('someone') : comment.author
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it is followed by keys, and chooses it when it has the focus
    <li data-chosen={isChosen} onClick={onChoose} onFocusCapture={onChoose}>
      <Avatar name={author} id={comment.person} />
      <div class="review-list-said">
        <p class="review-list-head">
          <strong>{author}</strong>
          <Link href={toAddress(prId, comment)}>{comment.clip || `#${comment.moId}`}</Link>
          <time title={formatDate(comment.created)}>{writeAge(comment.created)}</time>
        </p>
        <CommentText comment={{ description: comment.description, isDeleted: false }} />
      </div>
    </li>
  )
}

function Preview({ prId, comment }: { prId: number; comment: OpenComment }) {
  const { moId } = comment
  const preview = useResource(signal => loadPreview(prId, moId, signal), [prId, moId])
  return (
    <section class="review-list-preview" aria-label={texts('previewOf', { name: comment.clip })}>
      <Loaded resource={preview}>
        {({ format, picture }) => (
          <>
            {picture === undefined ? (
              <p class="review-list-picture">{texts('noPicture')}</p>
            ) : (
              <img class="review-list-picture" src={picture} alt="" />
            )}
            <h2>{comment.clip}</h2>
            <p class="num">{comment.timecode || writeTimecode(comment.start, format)}</p>
          </>
        )}
      </Loaded>
      <Link class="button" data-kind="primary" href={toAddress(prId, comment)}>
        {texts('open')}
      </Link>
    </section>
  )
}
