import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { lazy } from '../../platform/lazy.tsx'
import { api } from '../../platform/reading/api.ts'
import { formatPercent } from '../../platform/translations.ts'
import type { ReviewAccess } from '../../review/access.ts'
import { MissingFilm } from '../../review/files/missing-film.tsx'
import type { ReviewedClip } from '../../review/load-clip.ts'
import { isRunning, useWorkflows } from '../workflows.ts'
import { texts } from './messages.ts'

const ReplacedFile = lazy(() => import('./replaced-file.tsx').then(part => part.ReplacedFile))

interface NoFilmProps {
  access: ReviewAccess
  clip: ReviewedClip
  mayManage: boolean
  mayReplace: boolean
}

/** Why a clip shows nothing: what it is, that it is being prepared, or what went wrong, with a way to try again. */
export function NoFilm({ access, clip, mayManage, mayReplace }: NoFilmProps) {
  const { prId } = access
  const runs = useWorkflows(prId, clip.id)
  const [latest] = runs.data ?? []
  const failure = latest?.status === 'Error' ? latest.errorReports[0] : undefined
  if (latest && failure) {
    return (
      <div class="notice" data-kind="error" role="alert">
        <p>
          {texts('workFailed')} {failure.error?.message}
        </p>
        <div class="actions">
          {mayManage && (
            <Button
              onClick={() => {
                api.workflows
                  .redoWorkflow({ prId, id: latest.id, body: { redoSingleTask: true } })
                  .then(runs.reload, tellError)
              }}
            >
              {texts('retry')}
            </Button>
          )}
          {mayReplace && <ReplacedFile prId={prId} moId={clip.id} />}
        </div>
      </div>
    )
  }
  if (latest && isRunning(latest)) {
    // Several tasks run at a time, and not each says how far it is.
    const percent = latest.tasks.find(task => task.status === 'Started' && task.percent !== undefined)?.percent
    return (
      <p class="notice">
        {texts('beingPrepared')} {percent !== undefined && formatPercent(percent)}
      </p>
    )
  }
  return <MissingFilm access={access} clip={clip} />
}
