import { texts } from '../messages.ts'
import type { Person } from './text/remark.ts'
import '../../design/fields/suggest-field.css'

interface PeopleProps {
  id: string
  people: readonly Person[]
  /** The one that Enter takes. */
  at: number
  onChoose: (person: Person) => void
}

/** People who may be meant by what is being typed; the focus stays in the field. */
export function People({ id, people, at, onChoose }: PeopleProps) {
  return (
    <div class="suggest">
      <div class="suggest-list" role="listbox" id={id} aria-label={texts('people')}>
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys move among the options
          <div
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // The field would lose the focus, and with it the list would go before it is clicked.
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            {person.name} <span class="suggest-name">@{person.username}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
