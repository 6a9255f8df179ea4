import { useSignal } from '@preact/signals'
import type { SubtitleExportRequest } from '@rushes/contract'
import { findDeliveryProfile, listDeliveryProfiles } from '@rushes/timed-text'
import { type FormatId, formatFacts, type TimeBase } from '@rushes/timed-text/format-facts'
import { useEffect } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, FieldGroup, SelectField, TextField } from '../../design/fields/field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { Icon } from '../../design/icons.tsx'
import { user } from '../../frame/session.ts'
import { bind, bindCheck } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { writeTimecode } from '../../player/frames.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import { type ExportChoices, readChoices, saveChoices } from './export-choices.ts'
import { formatOptions } from './file-formats.ts'
import { Problems, RunReport, useRun } from './run.tsx'
import { StlFields } from './stl-fields.tsx'

interface ExportDialogProps {
  desk: Desk
  place: SubtitlePlace
  /** What the header of a file is filled with at first. */
  names: { readonly production: string; readonly clip: string; readonly person: string }
  onClose: () => void
}

const deliveryOptions = listDeliveryProfiles().map(({ id, name }) => [id, name] as const)

/** Makes a file of the subtitles and downloads it at once; the choices are those of last time. */
export function ExportDialog({ desk, place, names, onClose }: ExportDialogProps) {
  const { prId, moId, language, presetId } = place
  const run = useRun(prId)
  const usual = toUsual(desk, names)
  const kept = { ...place, userId: user.peek()?.id }
  const choices = useSignal(readChoices(kept, usual))
  const withTranslations = useSignal(false)
  const name = useSignal('')
  const { format, delivery, hasFixes, hasColours, isFilm, stl, titles } = choices.value
  const change = (members: Partial<ExportChoices>) => {
    choices.value = { ...choices.value, ...members }
  }
  const isStl = format === 'ebustl' && !isFilm
  const timeBases: readonly TimeBase[] = formatFacts[format].timeBases
  const timeBase = timeBases.includes('smpte')
    ? (choices.value.timeBases[format] ?? toUsualBase(desk, format))
    : 'media'
  const submit = async () => {
    await desk.saver.flush()
    saveChoices(kept, choices.value, usual)
    const filled = Object.entries(titles).filter(([, title]) => title !== '')
    const ofFile: SubtitleExportRequest = {
      format,
      ...(timeBases.includes('smpte') && { timeBase }),
      ...(delivery !== '' && { delivery, fix: hasFixes }),
      ...(format === 'ebustl' && stl),
      ...(format === 'ebustl' && filled.length > 0 && { ebuStlTitles: Object.fromEntries(filled) }),
    }
    const body: SubtitleExportRequest = {
      ...(isFilm ? { burnIn: true } : ofFile),
      includeColorCodes: hasColours,
      ...(name.value !== '' && { downloadName: name.value }),
    }
    const input = { prId, moId, language, body, query: { includeTranslatedToIds: !isFilm && withTranslations.value } }
    const report = await run.start(() =>
      presetId === undefined
        ? api.subtitles.exportSubtitleOfLanguage(input)
        : api.subtitles.exportSubtitle({ ...input, presetId }),
    )
    if (report?.location !== undefined) download(report.location)
  }
  const { location, publishedFiles = [] } = run.report?.status === 'Completed' ? run.report : {}
  const hasLosses = publishedFiles.some(({ warnings }) => Array.isArray(warnings) && warnings.length > 0)
  // What a file could not hold is to be read; otherwise nothing is left to do here.
  useEffect(() => {
    if (location === undefined || hasLosses) return
    tell(texts('downloaded', { name: publishedFiles.map(file => String(file.name)).join(', ') }))
    onClose()
  }, [location])
  return (
    <Dialog title={texts('export')} size={isStl ? 'wide' : undefined} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <OpenIssues desk={desk} onClose={onClose} />
        {!isFilm && (
          <SelectField
            label={texts('deliverTo')}
            options={[['', texts('noDelivery')], ...deliveryOptions]}
            value={delivery}
            onValue={id => change({ delivery: id, format: findDeliveryProfile(id, language)?.format ?? format })}
          />
        )}
        {delivery !== '' && !isFilm && (
          <div>
            <CheckField label={texts('withFixes')} checked={hasFixes} onValue={value => change({ hasFixes: value })} />
            <p class="field-hint">{texts('withFixesHint')}</p>
          </div>
        )}
        <SelectField
          label={texts('format')}
          hint={isFilm ? texts('burnedInHint') : undefined}
          options={[...formatOptions, ['film', texts('burnedIn')]]}
          value={isFilm ? 'film' : format}
          onValue={id => change(id === 'film' ? { isFilm: true } : { isFilm: false, format: id })}
        />
        {!isFilm && timeBases.includes('smpte') && (
          <TimeBaseChoice
            desk={desk}
            chosen={timeBase}
            onChoose={base => change({ timeBases: { ...choices.value.timeBases, [format]: base } })}
          />
        )}
        <TextField label={texts('fileName')} hint={texts('fileNameHint')} {...bind(name)} />
        <div>
          <CheckField
            label={texts('withColours')}
            checked={hasColours}
            onValue={value => change({ hasColours: value })}
          />
          {!isFilm && <CheckField label={texts('withTranslations')} {...bindCheck(withTranslations)} />}
        </div>
        {isStl && (
          <StlFields
            choices={stl}
            titlesOf={titles}
            onChoices={value => change({ stl: value })}
            onTitles={value => change({ titles: value })}
          />
        )}
        {location === undefined ? (
          <RunReport run={run} />
        ) : (
          <section aria-label={texts('fidelity')} class="run" aria-live="polite">
            {publishedFiles.map(file => (
              <FileReport key={String(file.name)} file={file} isDelivery={delivery !== '' && !isFilm} />
            ))}
            <a class="button" href={location} download>
              {texts('downloadAgain')}
            </a>
          </section>
        )}
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" isBusy={run.isBusy}>
            {texts('exportIt')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** As the preset has it: broadcasters count by the timecode of the clip, and take EBU STL. */
function toUsual({ look }: Desk, { production, clip, person }: ExportDialogProps['names']): ExportChoices {
  const isBroadcast = isTeletext(look.ebuStl.displayStandardCode)
  return {
    format: isBroadcast ? 'ebustl' : 'srt',
    delivery: '',
    isFilm: false,
    hasFixes: false,
    timeBases: {},
    hasColours: true,
    stl: {},
    titles: { originalProgrammeTitle: production, originalEpisodeTitle: clip, translator: person },
  }
}

function toUsualBase({ look, format: { startTimecode } }: Desk, format: FormatId): TimeBase {
  const isCounted = formatFacts[format].isBroadcast || isTeletext(look.ebuStl.displayStandardCode)
  return isCounted && startTimecode > 0 ? 'smpte' : 'media'
}

function isTeletext(code: number | undefined): boolean {
  return code === 1 || code === 2
}

interface TimeBaseChoiceProps {
  desk: Desk
  chosen: TimeBase
  onChoose: (timeBase: TimeBase) => void
}

/** From where times are counted, each with what the first subtitle would have. */
function TimeBaseChoice({ desk: { editing, format }, chosen, onChoose }: TimeBaseChoiceProps) {
  const first = editing.rows.value[0]?.entry.start ?? 0
  const bases = [
    ['smpte', texts('byTimecode', { timecode: writeTimecode(first, format) })],
    ['media', texts('fromZero', { timecode: writeTimecode(first, { ...format, startTimecode: 0 }) })],
  ] as const
  return (
    <FieldGroup label={texts('times')}>
      {bases.map(([base, text]) => (
        <label key={base} class="check">
          <input type="radio" name="time-base" checked={chosen === base} onInput={() => onChoose(base)} />
          {text}
        </label>
      ))}
    </FieldGroup>
  )
}

/** That something still needs a look, or is not saved; and the way to it. */
function OpenIssues({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const count = desk.warned.value.length
  return (
    <>
      {count > 0 && (
        <div class="notice open-issues">
          <Icon name="triangle-alert" />
          <span>{texts('openIssues', { count })}</span>
          <Button
            small
            onClick={() => {
              desk.filter.value = 'issues'
              onClose()
            }}
          >
            {texts('showHeld')}
          </Button>
        </div>
      )}
      {desk.saver.state.value !== 'saved' && <p class="field-hint">{texts('unsavedNotIn')}</p>}
    </>
  )
}

/** Has the browser store a file, as a click on a link does. */
function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** What one file could not hold. */
function FileReport({ file: { name, warnings }, isDelivery }: { file: Record<string, unknown>; isDelivery: boolean }) {
  const problems = Array.isArray(warnings) ? warnings : []
  const count = problems.length
  return (
    <div>
      <h3>{texts('downloaded', { name: String(name) })}</h3>
      <p>{count === 0 ? texts('lossless') : texts(isDelivery ? 'rejections' : 'losses', { count })}</p>
      <Problems problems={problems} />
    </div>
  )
}
