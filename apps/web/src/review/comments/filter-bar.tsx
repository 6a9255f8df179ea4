import { Button } from '../../design/fields/button.tsx'
import { Segments } from '../../design/fields/segments.tsx'
import { Menu } from '../../design/floating/menu.tsx'
import type { ReviewAccess } from '../access.ts'
import { texts } from '../messages.ts'
import type { Thread } from './comments.ts'
import { fits, listTags, type Order, orders } from './filters.ts'
import { resumes, setResumes } from './writes/resuming.ts'

interface FilterBarProps {
  threads: readonly Thread[]
  access: ReviewAccess
  filter: string
  onFilter: (filter: string) => void
  order: Order
  onOrder: (order: Order) => void
}

const usual = ['open', 'all', 'mine'] as const

/** Which comments are shown: those still open, all, one's own; by the menu the resolved ones and tags, and the order. */
export function FilterBar({ threads, access, filter, onFilter, order, onOrder }: FilterBarProps) {
  const count = (value: string) => threads.filter(thread => !thread.isDeleted && fits(thread, value, access)).length
  const hasInternal = filter === 'internal' || threads.some(thread => thread.isInternal)
  const others = ['resolved', ...(hasInternal ? ['internal'] : []), ...listTags(threads).map(tag => `#${tag}`)]
  const isOther = others.includes(filter)
  const name = (value: string) =>
    value === 'resolved' || value === 'internal' ? texts(value) : texts('tagged', { tag: value.slice(1) })
  return (
    <div class="comments-bar">
      <Segments
        label={texts('filter')}
        choices={usual.map(value => [value, texts(value), value === 'mine' ? undefined : count(value)] as const)}
        chosen={filter}
        onChoose={onFilter}
      />
      {isOther && (
        <Button small icon="x" onClick={() => onFilter('all')}>
          {name(filter)}
        </Button>
      )}
      <span class="comment-spring" />
      <Menu
        label={texts('moreFilters')}
        button={{ kind: 'icon', small: true, icon: 'filter' }}
        items={others.map(value => ({
          text: name(value),
          isChecked: filter === value,
          onChoose: () => onFilter(value),
        }))}
      />
      <Menu
        items={[
          ...orders.map(value => ({
            text: texts(`order_${value}`),
            isChecked: order === value,
            onChoose: () => onOrder(value),
            section: 'order',
          })),
          ...(access.mayComment
            ? [
                {
                  text: texts('resume'),
                  isChecked: resumes.value,
                  isToggle: true,
                  onChoose: () => setResumes(!resumes.value),
                  section: 'writing',
                },
              ]
            : []),
        ]}
        button={{ kind: 'quiet', small: true }}
      >
        {texts(`order_${order}`)}
      </Menu>
    </div>
  )
}
