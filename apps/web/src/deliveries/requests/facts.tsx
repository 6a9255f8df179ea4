import { Avatar } from '../../design/people/avatar.tsx'
import { formatDate } from '../../platform/translations.ts'
import type { People } from '../load.ts'
import { texts } from '../messages.ts'
import { type Asked, isClosed } from '../standing.ts'
import { DueDate } from './due.tsx'

/** What a request says of itself: by when, by whom, for what, and who asked. */
export function Facts({ asked, people }: { asked: Asked; people: People }) {
  const { request } = asked
  const { deliveryDate, expectedDeliveryDate, group, subGroup, creatorId = 0 } = request
  const fields = Object.entries(request.formFieldsDefinition?.fields ?? {}).map(([name, { label }]) => label || name)
  const creator = people.get(creatorId)
  const facts = [
    ['expectedDeliveryDate', formatDate(expectedDeliveryDate)],
    ['assignee', request.assignee],
    ['collection', request.editorialObject?.title],
    ['group', [group, subGroup].filter(part => part !== undefined && part !== '').join(' / ')],
    ['deliveryRequestType', request.deliveryRequestType],
    ['fields', fields.join(', ')],
    ['volume', request.volumeAccessHandle],
  ] as const
  return (
    <dl class="facts">
      {deliveryDate !== undefined && (
        <div>
          <dt>{texts('deliveryDate')}</dt>
          <dd>
            {formatDate(deliveryDate)} {!isClosed(asked) && <DueDate asked={asked} />}
          </dd>
        </div>
      )}
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <dt>{texts(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {creator !== undefined && (
        <div>
          <dt>{texts('askedBy')}</dt>
          <dd class="fact-person">
            <Avatar name={creator} id={creatorId} /> {creator}
          </dd>
        </div>
      )}
    </dl>
  )
}
