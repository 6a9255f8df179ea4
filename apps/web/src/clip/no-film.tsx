import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import type { ReviewAccess } from '../review/access.ts'
import type { ReviewedClip } from '../review/load-clip.ts'
import { MissingFilm } from '../review/missing-film.tsx'
import { texts } from './messages.ts'
import { isRunning, useWorkflows } from './workflows.ts'

interface NoFilmProps {
  access: ReviewAccess
  clip: ReviewedClip
  mayManage: boolean
}

/** Why a clip shows nothing: what it is, that it is being prepared, or what went wrong, with a way to try again. */
export function NoFilm({ access, clip, mayManage }: NoFilmProps) {
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
      </div>
    )
  }
  if (latest && isRunning(latest)) return <p class="notice">{texts('beingPrepared')}</p>
  return <MissingFilm access={access} clip={clip} />
}
