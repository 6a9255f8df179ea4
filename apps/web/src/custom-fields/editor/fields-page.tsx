import { Loaded } from '../../design/lists/loaded.tsx'
import { Tabs } from '../../design/tabs.tsx'
import { ProductionFrame } from '../../frame/production-frame.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { getQuery, setQuery } from '../../platform/router.tsx'
import { SettingsList } from '../../settings/settings-list.tsx'
import { getDescription, type Kind, kinds } from '../descriptions.ts'
import { texts } from '../messages.ts'
import { FieldList } from './field-list.tsx'
import './fields-page.css'

/** The custom fields of a production: what is described, and what the form looks like. */
export default function FieldsPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const kind: Kind = kinds.find(known => known === getQuery('tab')) ?? 'annotations'
  return (
    <ProductionFrame prId={prId} here="fields" side={<SettingsList prId={prId} here="fields" />}>
      {({ production: { accountId } }) => (
        <Tabs
          label={texts('title')}
          tabs={[
            ['annotations', texts('ofAnnotations')],
            ['collections', texts('ofCollections')],
          ]}
          here={kind}
          onTab={tab => setQuery({ tab })}
        >
          <Described key={kind} prId={prId} accountId={accountId} kind={kind} />
        </Tabs>
      )}
    </ProductionFrame>
  )
}

function Described({ prId, accountId, kind }: { prId: number; accountId: number | undefined; kind: Kind }) {
  const description = useResource(signal => getDescription(prId, kind, signal), [prId, kind])
  const thesauri = useResource(signal => listThesauri(accountId, signal), [accountId])
  return (
    <Loaded resource={description}>
      {data => (
        <FieldList
          prId={prId}
          kind={kind}
          description={data}
          thesauri={thesauri.data}
          onDescription={description.replace}
          onReload={description.reload}
        />
      )}
    </Loaded>
  )
}

/** Name and label of each thesaurus that a field may be bound to; nothing for who may not look into the account. */
async function listThesauri(accountId: number | undefined, signal: AbortSignal) {
  if (accountId === undefined) return undefined
  const { items } = await api.thesauri.listThesauri({ accountId, query: { limit: 1000 }, signal })
  return items.map(({ id, secondaryId, label }) => ({ id: String(id), secondaryId, label }))
}
