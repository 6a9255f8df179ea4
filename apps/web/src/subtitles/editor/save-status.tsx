import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Status, type StatusKind } from '../../design/status/status.tsx'
import { texts } from '../messages.ts'
import { loadSubtitles, type SubtitlePlace, saveStatus } from '../picture/place.ts'
import type { Desk } from './desk.ts'

interface StatusProps {
  desk: Desk
  place: SubtitlePlace
}

/** Whether all is saved, and what is to be done where it is not. */
export function SaveStatus({ desk, place }: StatusProps) {
  const { saver, editing } = desk
  const state = saver.state.value
  const held = editing.conflicts.value.size + editing.refusals.value.size
  const firstHeld = () => desk.show(editing.rows.value.find(({ key }) => editing.listHeld().has(key)))
  const createAgain = async () => {
    await loadSubtitles(place, { create: true })
    editing.forgetStored()
    await saver.reload()
  }
  return (
    <div class="save-status" data-state={state}>
      <span role="status">{texts(`save_${state}`, { count: held })}</span>
      {state === 'held' && (
        <Button small onClick={firstHeld}>
          {texts('showHeld')}
        </Button>
      )}
      {state === 'offline' && (
        <Button small onClick={() => void saver.flush()}>
          {texts('tryNow')}
        </Button>
      )}
      {state === 'gone' && (
        <Button small onClick={() => void createAgain().catch(tellError)}>
          {texts('createAgain')}
        </Button>
      )}
      {state === 'refused' && (
        <>
          <span class="error-text">{saver.problem.value}</span>
          <Button small onClick={() => void saver.flush()}>
            {texts('tryNow')}
          </Button>
        </>
      )}
    </div>
  )
}

const kinds: Readonly<Record<Desk['status']['value'], StatusKind>> = {
  NOT_STARTED: 'none',
  EDITING: 'info',
  COMPLETED: 'good',
  AUTOMATIC_STARTED: 'info',
  AUTOMATIC_COMPLETED: 'review',
  AUTOMATIC_FAILED: 'danger',
}

/** How far the work is; COMPLETED subtitles are not edited before they are opened again. */
export function WorkStatusBar({ desk, place, children }: StatusProps & { children: ComponentChildren }) {
  const status = desk.status.value
  const { maySetStatus, mayEdit } = desk.rights
  const change = async (wanted: 'COMPLETED' | 'EDITING') => {
    await desk.saver.flush()
    if (wanted === 'COMPLETED' && desk.saver.state.value !== 'saved') return
    await saveStatus(place, wanted)
    desk.status.value = wanted
    if (wanted === 'EDITING') await desk.saver.flush()
  }
  return (
    <div class="work-status">
      <Status kind={kinds[status]}>{texts(`status_${status}`)}</Status>
      {status === 'COMPLETED' && <span class="field-hint">{texts('completedHint')}</span>}
      {!mayEdit && <span class="field-hint">{texts('onlyLook')}</span>}
      {children}
      {maySetStatus && mayEdit && (
        <Button
          kind={status === 'COMPLETED' ? undefined : 'primary'}
          onClick={() => void change(status === 'COMPLETED' ? 'EDITING' : 'COMPLETED').catch(tellError)}
        >
          {texts(status === 'COMPLETED' ? 'reopen' : 'complete')}
        </Button>
      )}
    </div>
  )
}
