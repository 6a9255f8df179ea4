import { useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { CheckField, SelectField } from '../design/field.tsx'
import { bind, bindCheck } from '../platform/bind.ts'
import type { Desk } from './desk.ts'
import { acceptedExtensions } from './file-formats.ts'
import { texts } from './messages.ts'
import type { SubtitlePlace } from './place.ts'
import { RunReport, remakeSubtitles, useRun } from './run.tsx'

interface ImportDialogProps {
  desk: Desk
  place: SubtitlePlace
  onClose: () => void
}

const rates = ['23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const

/** Reads a subtitle file in the place of what is there, and tells what had to be repaired. */
export function ImportDialog({ desk, place, onClose }: ImportDialogProps) {
  const run = useRun(place.prId)
  const file = useSignal<File | undefined>(undefined)
  const removesBlanks = useSignal(false)
  const aligns = useSignal(false)
  const rate = useSignal('')
  const submit = async () => {
    if (!file.value) return
    const { name } = file.value
    await remakeSubtitles(desk, place, run, {
      importFileResource: { fileName: name, content: await readBase64(file.value) },
      removeBlankSubtitles: removesBlanks.value,
      applyShotAlignment: aligns.value,
      ...(rate.value !== '' && {
        applyFrameRateConversion: true,
        frameRateConversionOptions: { sourceFrameRate: Number(rate.value) },
      }),
    })
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
        <label class="field">
          <span>{texts('file')}</span>
          <input
            class="input"
            type="file"
            accept={acceptedExtensions}
            required
            onChange={event => {
              file.value = event.currentTarget.files?.[0]
            }}
          />
        </label>
        <SelectField
          label={texts('sourceRate')}
          hint={texts('sourceRateHint')}
          options={[['', texts('sameRate')], ...rates.map((name): [string, string] => [name, name])]}
          {...bind(rate)}
        />
        <CheckField label={texts('removeBlanks')} {...bindCheck(removesBlanks)} />
        <CheckField label={texts('alignShots')} {...bindCheck(aligns)} />
        {desk.editing.rows.value.length > 0 && <p class="field-hint">{texts('importReplaces')}</p>}
        <RunReport run={run} />
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" disabled={!file.value || run.isBusy}>
            {texts('importIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
