import type { AuditRecord } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { TextField } from '../design/fields/field.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { Status } from '../design/status/status.tsx'
import { SettingsPlace } from '../frame/account-frame.tsx'
import { AccountList } from '../frame/shell/account-list.tsx'
import { fromLocalInput } from '../platform/local-time.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { texts } from './administration-messages.ts'
import '../design/sections.css'
import './account.css'

const pageSize = 100
const ids = ['userId', 'accountId', 'productionId', 'shareId'] as const
const names = ['action', ...ids, 'since', 'until'] as const

/** The audit, for those who support the service: narrowed by action, by whom or what it is about, and by time. */
export default function AuditPage() {
  const asked = Object.fromEntries(names.map(name => [name, getQuery(name) ?? ''])) as Record<
    (typeof names)[number],
    string
  >
  const offset = Number(getQuery('offset') ?? 0) || 0
  const draft = useDraft(asked)
  const key = names.map(name => asked[name]).join(' ')
  // A link of the table narrows it, too.
  useEffect(() => draft.change(asked), [key])
  const records = useResource(
    signal => api.authentication.readAudit({ query: { ...toQuery(asked), limit: pageSize, offset }, signal }),
    [key, offset],
  )
  return (
    <SettingsPlace trail={[{ text: texts('audit') }]} side={<AccountList />}>
      <p>{texts('auditHint')}</p>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          setQuery({ ...draft.values, offset: undefined })
        }}
      >
        <div class="columns">
          <TextField label={texts('action')} {...draft.text('action')} />
          {ids.map(name => (
            <TextField key={name} label={texts(name)} type="number" min={0} {...draft.text(name)} />
          ))}
          <TextField label={texts('since')} type="datetime-local" {...draft.text('since')} />
          <TextField label={texts('until1')} type="datetime-local" {...draft.text('until')} />
        </div>
        <div class="actions">
          <Button kind="primary" type="submit">
            {texts('show')}
          </Button>
        </div>
      </form>
      <Loaded resource={records}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p class="notice">{texts('noRecords')}</p>
          ) : (
            <>
              <Records items={items} />
              <Turning offset={offset} shown={items.length} total={total} />
            </>
          )
        }
      </Loaded>
    </SettingsPlace>
  )
}

function toQuery(asked: Record<(typeof names)[number], string>) {
  const { action, since, until } = asked
  const from = fromLocalInput(since)
  const end = fromLocalInput(until)
  return {
    ...(action === '' ? {} : { action }),
    ...Object.fromEntries(ids.flatMap(name => (asked[name] === '' ? [] : [[name, Number(asked[name])]]))),
    ...(from === undefined ? {} : { since: from }),
    ...(end === undefined ? {} : { until: end }),
  }
}

function Turning({ offset, shown, total }: { offset: number; shown: number; total: number }) {
  const turn = (to: number) => setQuery({ offset: to <= 0 ? undefined : String(to) })
  return (
    <div class="actions">
      <span role="status">{texts('ofCount', { from: offset + 1, end: offset + shown, count: total })}</span>
      <Button disabled={offset === 0} onClick={() => turn(offset - pageSize)}>
        {texts('later')}
      </Button>
      <Button disabled={offset + shown >= total} onClick={() => turn(offset + pageSize)}>
        {texts('earlier')}
      </Button>
    </div>
  )
}

const columns = ['when', 'action', 'result', 'who', 'about', 'address', 'detail'] as const

function Records({ items }: { items: readonly AuditRecord[] }) {
  const names = useResource(signal => loadNames(items, signal), [items])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section class="scroll-x" aria-label={texts('audit')} tabIndex={0}>
      <table class="table dated">
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col">
                {texts(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(record => (
            <tr key={record.id}>
              <td>{formatDate(record.created)}</td>
              <td>{record.action}</td>
              <td>
                <Status kind={record.succeeded ? 'good' : 'danger'}>
                  {texts(record.succeeded ? 'succeeded' : 'refused')}
                </Status>
              </td>
              <td>{String(record.actor.username ?? record.actor.objectType ?? '')}</td>
              <td>
                <About record={record} names={names.data} />
              </td>
              <td>{record.address}</td>
              <td>{Object.keys(record.detail).length > 0 && <code>{JSON.stringify(record.detail)}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Names = Readonly<Partial<Record<(typeof ids)[number], ReadonlyMap<number, string>>>>

/** What a record is about, each with a way to the records of the same; by its id where its name is not known. */
function About({ record, names = {} }: { record: AuditRecord; names: Names | undefined }) {
  return (
    <ul class="audit-about">
      {ids.map(name => {
        const id = record[name]
        if (id === undefined) return null
        return (
          <li key={name}>
            {texts(name)} <Link href={`/app/audit?${name}=${id}`}>{names[name]?.get(id) ?? `#${id}`}</Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The names of the users, accounts and productions that records are about, as far as they are still there. */
async function loadNames(items: readonly AuditRecord[], signal: AbortSignal): Promise<Names> {
  const idsOf = (name: (typeof ids)[number]) => [...new Set(items.flatMap(record => record[name] ?? []))]
  const find = async (name: 'userId' | 'accountId', label: string) => {
    const wanted = idsOf(name)
    if (wanted.length === 0) return new Map<number, string>()
    const query = { q: `id:(${wanted.join(' OR ')})`, rows: wanted.length }
    const { results } = await (name === 'userId'
      ? api.accounts.searchUsers({ query, signal })
      : api.accounts.searchSubscriptions({ query, signal }))
    return new Map(results.map(document => [Number(document.id), String(document[label])]))
  }
  const findProductions = async () => {
    const wanted = idsOf('productionId')
    if (wanted.length === 0) return new Map<number, string>()
    const query = { fq: [`id:(${wanted.join(' ')})`], limit: wanted.length }
    const { items: found } = await api.productions.listProductions({ query, signal })
    return new Map(found.map(({ id = 0, name = '' }) => [id, name]))
  }
  const [userId, accountId, productionId] = await Promise.all([
    find('userId', 'username'),
    find('accountId', 'label'),
    findProductions(),
  ])
  return { userId, accountId, productionId }
}
