import { Button } from '../design/fields/button.tsx'
import { shownPage } from '../frame/start/page-title.ts'
import { texts } from './messages.ts'

const pages = [
  'home',
  'library',
  'clip',
  'review',
  'shares',
  'deliveries',
  'team',
  'fields',
  'settings',
  'subtitles',
  'compare',
  'yourAccount',
  'users',
  'webhooks',
  'thesauri',
  'thesaurus',
  'workspaces',
  'branding',
  'allUsers',
  'audit',
  'administration',
] as const

/** What the page that is shown is for, and the way to the tour. */
export function PageHelp({ onTour }: { onTour: () => void }) {
  const page = pages.find(known => known === shownPage.value)
  return (
    <div class="page-help">
      {page && <p>{texts(page)}</p>}
      <Button onClick={onTour}>{texts('begin')}</Button>
    </div>
  )
}
