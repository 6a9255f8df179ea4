import { Loaded } from '../design/lists/loaded.tsx'
import { Tabs } from '../design/tabs.tsx'
import type { ReviewAccess } from '../review/access.ts'
import { CommentPanel } from '../review/clip-review.tsx'
import type { Thread } from '../review/comments/comments.ts'
import { hasFrames } from '../review/no-film.ts'
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
}

/** What was said about either clip, one at a time; what is written is about the frame that is shown of it. */
export function SideComments({ access, a, b, lead, onLead, onChoose }: SideCommentsProps) {
  const { shown, threads, film, format, commenting } = lead === 'a' ? a : b
  const count = ({ threads }: LoadedSide) => threads.data?.filter(({ isDeleted }) => !isDeleted).length ?? 0
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
