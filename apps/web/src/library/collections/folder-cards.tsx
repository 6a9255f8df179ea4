import { Button } from '../../design/fields/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { setQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import { withinToo } from '../search/wanted.ts'
import { type Collection, isStored } from './collection.ts'
import { drag } from './drag.ts'
import { texts as ownTexts } from './messages.ts'
import { inOrder, isShown } from './paths.ts'
import { toTitle } from './title.ts'
import './folder-cards.css'

interface FolderCardsProps {
  /** Those within the collection that is shown. */
  collections: readonly Collection[]
  /** How many clips a collection has, with those within it; nothing until that is known. */
  countOf: (id: number) => number | undefined
  /** Whether clips can be dropped on them. */
  mayEdit: boolean
  /** Whether what is in them is shown too; nothing where all clips are shown anyway. */
  isWithinToo: boolean | undefined
}

/** The collections within the one that is shown, before its clips. */
export function FolderCards({ collections, countOf, mayEdit, isWithinToo }: FolderCardsProps) {
  return (
    <div class="folders">
      <ul class="folder-cards" aria-label={texts('collections')}>
        {inOrder(collections.filter(collection => isShown(collection) && isStored(collection))).map(collection => {
          const { id } = collection
          const count = countOf(id)
          return (
            <li key={id}>
              <button
                type="button"
                class="folder-card"
                data-drop={mayEdit ? id : undefined}
                data-over={drag.value?.over === id || undefined}
                title={toTitle(collection)}
                onClick={() => setQuery({ collection: String(id) })}
              >
                <Icon name="folder" size={18} />
                <span class="cut">{toTitle(collection)}</span>
                {count !== undefined && <span class="folder-count num">{texts('found', { count })}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {isWithinToo !== undefined && (
        <Button
          small
          kind="quiet"
          aria-pressed={isWithinToo}
          onClick={() => setQuery({ within: isWithinToo ? undefined : withinToo })}
        >
          {ownTexts('withinToo')}
        </Button>
      )}
    </div>
  )
}
