import { useSignal } from '@preact/signals'
import { waitForWorkflow } from '@rushes/client'
import type { SubtitleEntry } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, SelectField } from '../../design/fields/field.tsx'
import { Form, FormError } from '../../design/fields/form.tsx'
import { SuggestField } from '../../design/fields/suggest-field.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { bind, bindCheck } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { navigate } from '../../platform/router.tsx'
import { useSaving } from '../../platform/writes/saving.ts'
import { FileField, toFileKey } from '../files/file-field.tsx'
import { FileTimes } from '../files/file-times.tsx'
import { foundTimes, type TimesChoice, toImportRequest } from '../files/import-request.ts'
import { readLook, type SubtitleSettings } from '../files/presets.ts'
import { texts } from '../messages.ts'
import { listPath } from '../model/patch.ts'
import { createSubtitleStore, loadSubtitles, type SubtitlePlace, saveStatus, toEditorPath } from '../picture/place.ts'
import { toLanguageName } from './language-names.ts'
import { findLanguages } from './languages.ts'
import { toVersionName } from './version-name.ts'
import type { Version } from './versions.ts'

interface NewVersionDialogProps {
  prId: number
  moId: number
  settings: SubtitleSettings
  versions: readonly Version[]
  maySetStatus: boolean
  onClose: () => void
}

/** New subtitles: in a language and a preset, empty, or with the times of others as their translation. */
export function NewVersionDialog({ prId, moId, settings, versions, maySetStatus, onClose }: NewVersionDialogProps) {
  const saving = useSaving()
  const language = useSignal(settings.defaultLanguage)
  const preset = useSignal((settings.presets.find(({ isDefault }) => isDefault) ?? settings.presets[0])?.id ?? '')
  const source = useSignal('')
  const keepsText = useSignal(true)
  const file = useSignal<File | undefined>(undefined)
  const times = useSignal<TimesChoice>(foundTimes)
  const submit = async () => {
    const place = { prId, moId, language: language.value, presetId: preset.value === '' ? undefined : preset.value }
    const from = versions[Number(source.value)]
    const done = await saving.run(async () => {
      if (source.value === ofFile) {
        await createOfFile(place, file.value, times.value)
        // People have made them: they are being worked on.
        if (maySetStatus) await saveStatus(place, 'EDITING')
      } else if (source.value === '' || !from) await loadSubtitles(place, { create: true })
      else {
        const regions = readLook(settings, place.presetId, place.language).look.regions.map(({ id }) => id)
        await createTranslation(place, { prId, moId, ...from }, { keepsText: keepsText.value, regions })
      }
    })
    if (done) navigate(toEditorPath(place))
  }
  return (
    <Dialog title={texts('newVersion')} onClose={onClose}>
      <Form saving={saving} onSubmit={() => void submit()}>
        <SuggestField
          label={texts('language')}
          hint={texts('languageHint')}
          required
          value={toLanguageName(language.value)}
          error={saving.at('/language')}
          none={texts('noLanguage')}
          suggest={async typed => findLanguages(typed)}
          onChoose={({ key }) => {
            language.value = key
          }}
        />
        <SelectField
          label={texts('preset')}
          options={[['', texts('noPreset')], ...settings.presets.map(({ id, name }): [string, string] => [id, name])]}
          {...bind(preset)}
        />
        <SelectField
          label={texts('translatedFrom')}
          options={[
            ['', texts('empty')],
            [ofFile, texts('file')],
            ...versions.map((version, index): [string, string] => [
              String(index),
              toVersionName(version, settings.presets),
            ]),
          ]}
          {...bind(source)}
        />
        {source.value === ofFile && <FileField file={file} />}
        {source.value === ofFile && file.value && (
          <FileTimes
            key={`${toFileKey(file.value)} ${language.value}`}
            file={file.value}
            place={{ prId, moId, language: language.value }}
            choice={times}
          />
        )}
        {source.value !== '' && source.value !== ofFile && (
          <CheckField label={texts('keepsText')} {...bindCheck(keepsText)} />
        )}
        <FormError saving={saving} />
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" isBusy={saving.isBusy}>
            {texts('create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The choice to begin with a file. */
const ofFile = 'file'

/** Subtitles that begin with a file; where it cannot be read, there are none. */
async function createOfFile(place: SubtitlePlace, file: File | undefined, times: TimesChoice): Promise<void> {
  if (!file) return
  const { prId, moId, language, presetId } = place
  const { workflowId } = await api.subtitles.createAdvancedSubtitle({
    prId,
    moId,
    body: {
      language,
      ...(presetId !== undefined && { subtitlePresetId: presetId }),
      ...(await toImportRequest(file, times)),
    },
  })
  await waitForWorkflow(api, { prId, id: workflowId })
}

/**
 * Subtitles with the times of others, and their words as long as there are none better, in those of their regions that
 * there are. Those that exist are not touched.
 */
async function createTranslation(
  place: SubtitlePlace,
  source: SubtitlePlace,
  { keepsText, regions }: { keepsText: boolean; regions: readonly string[] },
): Promise<void> {
  const original = await loadSubtitles(source)
  const created = await loadSubtitles(place, { create: true })
  if (created.id === original.id || created.structuredDescription.subtitles.length > 0) {
    throw new Error(texts('existsAlready'))
  }
  const { subtitles, regions: ofFile = [] } = original.structuredDescription
  const known = new Set([...regions, ...ofFile.map(({ id }) => id)])
  const entries = subtitles.map(
    ({ start, end, textParts = [], region, layout }): SubtitleEntry => ({
      start,
      end,
      textParts: keepsText ? textParts : [],
      ...(region !== undefined && known.has(region) && { region }),
      ...(layout && { layout }),
    }),
  )
  await createSubtitleStore(place).patch(created.version, [
    { op: 'add', path: '/translatedFromId', value: original.id },
    { op: 'add', path: '/structuredDescription/regions', value: ofFile },
    { op: 'replace', path: listPath, value: entries },
  ])
}
