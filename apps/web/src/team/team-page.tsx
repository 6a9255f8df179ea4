import '../design/sections.css'
import { Tabs } from '../design/tabs.tsx'
import { ProductionFrame } from '../frame/production-frame.tsx'
import { getQuery, setQuery } from '../platform/router.tsx'
import { Categories } from './categories.tsx'
import { texts } from './messages.ts'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'

const tabs = ['people', 'roles', 'categories'] as const

/** The team of a production: who is in it, what the roles permit, and the categories. */
export default function TeamPage(values: Record<string, string>) {
  const prId = Number(values.prId)
  const shown = tabs.find(tab => tab === getQuery('tab')) ?? 'people'
  return (
    <ProductionFrame prId={prId} here="team">
      {({ held }) => {
        const mayManage = held.has('PRODUCTION_MANAGE')
        return (
          <Tabs
            label={texts('sections')}
            tabs={tabs.map(tab => [tab, texts(tab)] as const)}
            here={shown}
            onTab={tab => setQuery({ tab })}
          >
            <div class="wide-section">
              {shown === 'people' && <People prId={prId} mayManage={mayManage} />}
              {shown === 'roles' && <Roles prId={prId} mayManage={mayManage} />}
              {shown === 'categories' && <Categories prId={prId} mayManage={mayManage} />}
            </div>
          </Tabs>
        )
      }}
    </ProductionFrame>
  )
}
