import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import type { Desk } from './desk.ts'
import { texts } from './messages.ts'
import { loadSubtitles, type SubtitlePlace, saveStatus } from './place.ts'

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
      {state === 'held' && <Button onClick={firstHeld}>{texts('showHeld')}</Button>}
      {state === 'offline' && <Button onClick={() => void saver.flush()}>{texts('tryNow')}</Button>}
      {state === 'gone' && <Button onClick={() => void createAgain().catch(tellError)}>{texts('createAgain')}</Button>}
      {state === 'refused' && (
        <>
          <span class="error-text">{saver.problem.value}</span>
          <Button onClick={() => void saver.flush()}>{texts('tryNow')}</Button>
        </>
      )}
    </div>
  )
}

/** How far the work is; COMPLETED subtitles are not edited before they are opened again. */
export function WorkStatusBar({ desk, place }: StatusProps) {
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
      <span class="tag" data-status={status}>
        {texts(`status_${status}`)}
      </span>
      {maySetStatus && mayEdit && (
        <Button onClick={() => void change(status === 'COMPLETED' ? 'EDITING' : 'COMPLETED').catch(tellError)}>
          {texts(status === 'COMPLETED' ? 'reopen' : 'complete')}
        </Button>
      )}
      {status === 'COMPLETED' && <span class="field-hint">{texts('completedHint')}</span>}
      {!mayEdit && <span class="field-hint">{texts('onlyLook')}</span>}
    </div>
  )
}
