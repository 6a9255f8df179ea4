import { Button } from '../design/fields/button.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { Tabs } from '../design/tabs.tsx'
import type { ReviewAccess } from '../review/access.ts'
import { CommentPanel, writeComment } from '../review/clip-review.tsx'
import type { Thread } from '../review/comments/comments.ts'
import { hasFrames } from '../review/no-film.ts'
import { listOpen, toCarried } from './carry.ts'
import type { SideName } from './clip-choice.tsx'
import { texts } from './messages.ts'
import type { LoadedSide } from './side.ts'

interface SideCommentsProps {
  access: ReviewAccess
  a: LoadedSide
  b: LoadedSide
  /** Whose comments are shown. */
  lead: SideName
  onLead: (lead: SideName) => void
  onChoose: (thread: Thread) => void
  /** The frame of the other clip that belongs to one of that whose comments are shown. */
  toOther: (frame: number) => number
}

/** What was said about either clip, one at a time; what is written is about the frame that is shown of it. */
export function SideComments({ access, a, b, lead, onLead, onChoose, toOther }: SideCommentsProps) {
  const { shown, threads, film, format, commenting } = lead === 'a' ? a : b
  const other = lead === 'a' ? b : a
  const open = listOpen({ threads: threads.data ?? [], there: other.threads.data ?? [] })
  const count = ({ threads }: LoadedSide) => threads.data?.filter(({ isDeleted }) => !isDeleted).length ?? 0
  const carry = () => {
    const [letter, there] = lead === 'a' ? (['B', 'b'] as const) : (['A', 'a'] as const)
    const { api, prId, owner, me } = access
    const address = access.toClipAddress(shown.id) ?? location.pathname
    const bodies = toCarried({
      threads: threads.data ?? [],
      there: other.threads.data ?? [],
      toFrame: frame => Math.min(toOther(frame), other.shown.frameCount - 1),
      toLink: id => new URL(`${address}?comment=${id}`, location.href).href,
      sign: author => texts('carriedFrom', { author }),
    })
    const known = (other.threads.data ?? []).flatMap(({ id, replies }) => [id, ...replies.map(reply => reply.id)])
    for (const body of bodies) {
      const change = { what: 'create', body, author: me, created: Date.now(), after: Math.max(0, ...known) } as const
      void writeComment({ api, prId, moId: other.shown.id, owner, onChanged: () => other.threads.catchUp() }, change, {
        typed: body.description ?? '',
      })
    }
    tell(texts('carried', { count: bodies.length, letter }), 'info', [
      { text: texts('showThem'), onChoose: () => onLead(there) },
    ])
  }
  return (
    <div class="compare-comments">
      <Tabs
        label={texts('comments')}
        tabs={[
          ['a', texts('commentsOn', { letter: 'A', count: count(a) })],
          ['b', texts('commentsOn', { letter: 'B', count: count(b) })],
        ]}
        here={lead}
        onTab={onLead}
      >
        {access.mayComment && other.threads.data && hasFrames(other.shown) && open.length > 0 && (
          <Button kind="quiet" small class="compare-carry" onClick={carry}>
            {texts('carry', { count: open.length, letter: lead === 'a' ? 'B' : 'A' })}
          </Button>
        )}
        <Loaded resource={threads}>
          {data => (
            <CommentPanel
              key={lead}
              {...{ access, film, format, onChoose }}
              {...commenting}
              moId={shown.id}
              threads={data}
              pictures={undefined}
              chosen={commenting.chosen.value}
              hasFrames={hasFrames(shown) && shown.frameCount > 0}
              hasPicture={false}
              address={access.toClipAddress(shown.id)}
            />
          )}
        </Loaded>
      </Tabs>
    </div>
  )
}
