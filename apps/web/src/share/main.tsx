/** The page of a share, with nothing of what is around the pages of the team, not even their list. */

import '../frame/start/styles.ts'
import { Page } from '../frame/start/page.tsx'
import { start } from '../frame/start/start.tsx'
import { matchPath, path } from '../platform/router.tsx'
import { texts } from './messages.ts'
import SharePage from './share-page.tsx'

const load = async () => ({ default: SharePage })

function CurrentShare() {
  const values = matchPath('/app/share/{prId}/{shareId}', path.value)
  if (!values) return <p class="notice">{texts('noToken')}</p>
  return <Page name="sharePage" title={texts('title')} load={load} values={values} />
}

start(CurrentShare)
