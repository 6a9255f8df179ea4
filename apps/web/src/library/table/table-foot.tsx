import { useResource } from '../../platform/reading/resource.ts'
import { formatBytes } from '../../platform/translations.ts'
import { writeTotal } from '../clips/clip-facts.ts'
import { sumFound } from '../clips/clip-totals.ts'
import { texts as libraryTexts } from '../messages.ts'
import { toSearch, type Wanted } from '../search/wanted.ts'
import { texts } from './messages.ts'

interface TableFootProps {
  wanted: Wanted
  /** Rises when what is found has changed. */
  turn: number
}

/** How much all of what is found is, whether it has been in sight or not. */
export function TableFoot({ wanted, turn }: TableFootProps) {
  const totals = useResource(signal => sumFound(wanted, signal), [wanted.prId, JSON.stringify(toSearch(wanted)), turn])
  const { count, seconds, bytes, approved, undescribed } = totals.data ?? {}
  if (count === undefined) return <div class="table-foot" />
  const facts: [string, string | number][] = [
    [texts('clips'), count],
    [texts('length'), writeTotal(seconds ?? 0)],
    [texts('media'), formatBytes(bytes ?? 0)],
    [libraryTexts('approved'), approved ?? 0],
    [texts('undescribed'), undescribed ?? 0],
  ]
  return (
    <dl class="table-foot num">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
