import { formatDay } from '../../platform/dates.ts'
import { formatDate } from '../../platform/translations.ts'
import { texts } from '../messages.ts'
import { type Asked, isClosed, toDue } from '../standing.ts'

/** When a request is due; of an open one how near that is, and whether it is late. */
export function DueDate({ asked }: { asked: Asked }) {
  const { deliveryDate } = asked.request
  if (deliveryDate === undefined) return null
  const due = toDue(deliveryDate, Date.now())
  const date = formatDay(deliveryDate)
  return (
    <time
      class="request-due"
      dateTime={new Date(deliveryDate).toISOString()}
      title={formatDate(deliveryDate)}
      data-state={isClosed(asked) ? undefined : due.isLate ? 'late' : due.isSoon ? 'soon' : undefined}
    >
      {isClosed(asked) ? date : texts(due.key, { count: due.days, date })}
    </time>
  )
}
