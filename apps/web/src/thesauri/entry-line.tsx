import type { Thesaurus } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { Menu } from '../design/floating/menu.tsx'
import { navigate } from '../platform/router.tsx'
import type { FoundEntry } from './entries.ts'
import { texts } from './messages.ts'

interface EntryLineProps {
  entry: FoundEntry
  accountId: number
  childThesauri: readonly Thesaurus[]
  mayManage: boolean
  onOpen: (is: 'edit' | 'merge' | 'remove') => void
}

/** A word in the list, and what can be done with it. */
export function EntryLine({ entry, accountId, childThesauri, mayManage, onOpen }: EntryLineProps) {
  const { id, label: name, value, under } = entry
  const below = childThesauri.map(thesaurus => ({
    text: texts('children', { name: thesaurus.label }),
    onChoose: () => navigate(`/app/account/${accountId}/thesaurus/${thesaurus.id}?under=${id}`),
  }))
  const changes = mayManage
    ? [
        { text: texts('merge', { name }), onChoose: () => onOpen('merge') },
        { text: texts('remove', { name }), kind: 'danger' as const, onChoose: () => onOpen('remove') },
      ]
    : []
  const items = [...below, ...changes]
  return (
    <div class="word">
      <div class="word-name">
        <strong>{name}</strong> {value !== name && <code>{value}</code>}
        {under && <div class="field-hint">{texts('below', { name: under.label })}</div>}
      </div>
      {mayManage && (
        <Button aria-label={texts('editWord', { name })} onClick={() => onOpen('edit')}>
          ✎
        </Button>
      )}
      {items.length > 0 && <Menu label={texts('more', { name })} items={items} />}
    </div>
  )
}
