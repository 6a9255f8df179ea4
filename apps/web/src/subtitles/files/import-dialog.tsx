import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { CheckField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { user } from '../../frame/session.ts'
import { assign, bindCheck } from '../../platform/bind.ts'
import { readJson } from '../../platform/reading/read-json.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import { type SubtitlePlace, saveStatus } from '../picture/place.ts'
import { FileField, toFileKey } from './file-field.tsx'
import { FileTimes } from './file-times.tsx'
import { foundTimes, type TimesChoice, toImportRequest } from './import-request.ts'
import { RunReport, remakeSubtitles, useRun } from './run.tsx'

interface ImportDialogProps {
  desk: Desk
  place: SubtitlePlace
  onClose: () => void
}

const choicesKey = () => `rushes.subtitles.import.${user.peek()?.id ?? ''}`

/** Reads a subtitle file instead of what is there. What had to be repaired is among the issues afterwards. */
export function ImportDialog({ desk, place, onClose }: ImportDialogProps) {
  const run = useRun(place.prId)
  // A window that is closed meanwhile must not close the next one.
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  const file = useSignal<File | undefined>(undefined)
  const last = readJson(localStorage.getItem(choicesKey()) ?? '') as Partial<Record<string, unknown>> | undefined
  const removesBlanks = useSignal(last?.removesBlanks === true)
  const aligns = useSignal(last?.aligns === true)
  const times = useSignal<TimesChoice>(foundTimes)
  const submit = async () => {
    if (!file.value) return
    const choices = { removesBlanks: removesBlanks.value, aligns: aligns.value }
    localStorage.setItem(choicesKey(), JSON.stringify(choices))
    const isDone = await remakeSubtitles(desk, place, run, {
      ...(await toImportRequest(file.value, times.value)),
      removeBlankSubtitles: removesBlanks.value,
      applyShotAlignment: aligns.value,
    })
    if (!isDone) return
    // People have made them: they are being worked on.
    if (desk.rights.maySetStatus) {
      await saveStatus(place, 'EDITING').then(() => {
        desk.status.value = 'EDITING'
      }, tellError)
    }
    if (isShown.current) onClose()
    const showIssues = { text: texts('showIssues'), onChoose: assign(desk.filter, 'issues') }
    tell(
      texts('imported', { count: desk.editing.rows.value.length, issues: desk.warned.value.length }),
      'info',
      desk.warned.value.length > 0 ? [showIssues] : [],
    )
  }
  return (
    <Dialog title={texts('import')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <FileField file={file} />
        {file.value && <FileTimes key={toFileKey(file.value)} file={file.value} place={place} choice={times} />}
        <CheckField label={texts('removeBlanks')} {...bindCheck(removesBlanks)} />
        <CheckField label={texts('alignShots')} {...bindCheck(aligns)} />
        {desk.editing.rows.value.length > 0 && <p class="field-hint">{texts('importReplaces')}</p>}
        <RunReport run={run} />
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" disabled={!file.value} isBusy={run.isBusy}>
            {texts('importIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
