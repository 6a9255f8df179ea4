import { useEffect } from 'preact/hooks'
import '../design/sections.css'
import { Tabs } from '../design/tabs.tsx'
import { ProductionFrame } from '../frame/production-frame.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, navigate, setQuery } from '../platform/router.tsx'
import { ShareList } from '../shares/shares-page.tsx'
import { Categories } from './categories.tsx'
import { texts } from './messages.ts'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'

const tabs = ['people', 'roles', 'categories'] as const

/** The team of a production: who is in it and what is shared with others, what the roles permit, and the categories. */
export default function TeamPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  return (
    <ProductionFrame prId={prId} here="team">
      {({ held }) => <Team prId={prId} held={held} />}
    </ProductionFrame>
  )
}

function Team({ prId, held }: { prId: number; held: ReadonlySet<string> }) {
  const shown = tabs.find(tab => tab === getQuery('tab')) ?? 'people'
  const mayManage = held.has('PRODUCTION_MANAGE')
  const opened = getQuery('share')
  // One share from near is shown by the page of shares.
  useEffect(() => {
    if (opened === undefined) return
    // Back leads to the team: with the share in its address it would lead on again.
    setQuery({ share: undefined })
    navigate(`/app/production/${prId}/shares?share=${opened}`)
  }, [opened])
  const counts = useResource(signal => countEach(prId, signal), [prId, shown])
  return (
    <Tabs
      label={texts('sections')}
      tabs={tabs.map(tab => [tab, texts(tab), counts.data?.[tab]] as const)}
      here={shown}
      onTab={tab => setQuery({ tab })}
    >
      <div class="wide-section">
        {shown === 'people' && (
          <>
            <People prId={prId} mayManage={mayManage} />
            {held.has('LIBRARY_SHARE') && <ShareList prId={prId} />}
          </>
        )}
        {shown === 'roles' && <Roles prId={prId} mayManage={mayManage} onChanged={counts.reload} />}
        {shown === 'categories' && <Categories prId={prId} mayManage={mayManage} onChanged={counts.reload} />}
      </div>
    </Tabs>
  )
}

/** How many there are of what the tabs hold; of the people their own list says it. */
async function countEach(prId: number, signal: AbortSignal): Promise<Partial<Record<(typeof tabs)[number], number>>> {
  const [roles, categories] = await Promise.all([
    api.productions.listRoles({ prId, signal }),
    api.productions.listCategories({ prId, signal }),
  ])
  return { roles: roles.items.length, categories: categories.items.length }
}
