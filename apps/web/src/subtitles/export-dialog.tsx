import { useSignal } from '@preact/signals'
import type { SubtitleExportRequest } from '@rushes/contract'
import { type FormatId, formatFacts, type TimeBase } from '@rushes/timed-text/format-facts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { CheckField, SelectField, TextField } from '../design/field.tsx'
import { api } from '../platform/api.ts'
import { bind, bindCheck } from '../platform/bind.ts'
import type { Desk } from './desk.ts'
import { formatOptions } from './file-formats.ts'
import { texts } from './messages.ts'
import type { SubtitlePlace } from './place.ts'
import { Problems, RunReport, useRun } from './run.tsx'
import { type StlChoices, StlFields } from './stl-fields.tsx'

interface ExportDialogProps {
  desk: Desk
  place: SubtitlePlace
  onClose: () => void
}

/** Makes a file of the subtitles and tells what it could not hold. */
export function ExportDialog({ desk, place, onClose }: ExportDialogProps) {
  const run = useRun(place.prId)
  const format = useSignal<FormatId>('srt')
  const isSmpte = useSignal(false)
  const hasColours = useSignal(true)
  const withTranslations = useSignal(false)
  const name = useSignal('')
  const stl = useSignal<StlChoices>({})
  const timeBases: readonly TimeBase[] = formatFacts[format.value].timeBases
  const hasTimecode = timeBases.includes('smpte')
  const submit = async () => {
    await desk.saver.flush()
    const { prId, moId, language, presetId } = place
    const body: SubtitleExportRequest = {
      format: format.value,
      ...(hasTimecode && { timeBase: isSmpte.value ? 'smpte' : 'media' }),
      includeColorCodes: hasColours.value,
      ...(name.value !== '' && { downloadName: name.value }),
      ...(format.value === 'ebustl' && stl.value),
    }
    const input = { prId, moId, language, body, query: { includeTranslatedToIds: withTranslations.value } }
    await run.start(() =>
      presetId === undefined
        ? api.subtitles.exportSubtitleOfLanguage(input)
        : api.subtitles.exportSubtitle({ ...input, presetId }),
    )
  }
  const { location, publishedFiles = [] } = run.report ?? {}
  return (
    <Dialog title={texts('export')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <SelectField label={texts('format')} options={formatOptions} {...bind(format)} />
        <TextField label={texts('fileName')} hint={texts('fileNameHint')} {...bind(name)} />
        {hasTimecode && <CheckField label={texts('smpte')} {...bindCheck(isSmpte)} />}
        <CheckField label={texts('withColours')} {...bindCheck(hasColours)} />
        <CheckField label={texts('withTranslations')} {...bindCheck(withTranslations)} />
        {desk.saver.state.value !== 'saved' && <p class="field-hint">{texts('unsavedNotIn')}</p>}
        {format.value === 'ebustl' && <StlFields choices={stl} />}
        {run.report?.status !== 'Completed' ? (
          <RunReport run={run} />
        ) : (
          <section aria-label={texts('fidelity')} class="run" aria-live="polite">
            {publishedFiles.map(file => (
              <FileReport key={String(file.name)} file={file} />
            ))}
            {location !== undefined && (
              <a class="button" data-kind="primary" href={location} download>
                {texts('download')}
              </a>
            )}
          </section>
        )}
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" disabled={run.isBusy}>
            {texts('exportIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What one file could not hold. */
function FileReport({ file: { name, warnings } }: { file: Record<string, unknown> }) {
  const problems = Array.isArray(warnings) ? warnings : []
  return (
    <div>
      <h3>{String(name)}</h3>
      {problems.length === 0 ? <p>{texts('lossless')}</p> : <p>{texts('losses', { count: problems.length })}</p>}
      <Problems problems={problems} />
    </div>
  )
}
