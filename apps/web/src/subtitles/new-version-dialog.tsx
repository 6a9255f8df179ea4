import { useSignal } from '@preact/signals'
import type { SubtitleEntry } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { CheckField, SelectField, TextField } from '../design/field.tsx'
import { Form, FormError } from '../design/form.tsx'
import { bind, bindCheck } from '../platform/bind.ts'
import { navigate } from '../platform/router.tsx'
import { useSaving } from '../platform/saving.ts'
import { isLanguageTag } from './language-names.ts'
import { texts } from './messages.ts'
import { listPath } from './model/patch.ts'
import { createSubtitleStore, loadSubtitles, type SubtitlePlace, toEditorPath } from './place.ts'
import { readLook, type SubtitleSettings } from './presets.ts'
import { toVersionName } from './version-name.ts'
import type { Version } from './versions.ts'

interface NewVersionDialogProps {
  prId: number
  moId: number
  settings: SubtitleSettings
  versions: readonly Version[]
  onClose: () => void
}

/** New subtitles: in a language and a preset, empty, or with the times of others as their translation. */
export function NewVersionDialog({ prId, moId, settings, versions, onClose }: NewVersionDialogProps) {
  const saving = useSaving()
  const language = useSignal(settings.defaultLanguage)
  const preset = useSignal((settings.presets.find(({ isDefault }) => isDefault) ?? settings.presets[0])?.id ?? '')
  const source = useSignal('')
  const keepsText = useSignal(true)
  const error = useSignal<string | undefined>(undefined)
  const submit = async () => {
    if (!isLanguageTag(language.value)) {
      error.value = texts('noLanguage')
      return
    }
    const place = { prId, moId, language: language.value, presetId: preset.value === '' ? undefined : preset.value }
    const from = versions[Number(source.value)]
    const done = await saving.run(async () => {
      if (source.value === '' || !from) await loadSubtitles(place, { create: true })
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
        <TextField
          label={texts('language')}
          hint={texts('languageHint')}
          required
          value={language.value}
          error={error.value ?? saving.at('/language')}
          onValue={value => {
            language.value = value.trim()
            error.value = undefined
          }}
        />
        <SelectField
          label={texts('preset')}
          options={[['', texts('noPreset')], ...settings.presets.map(({ id, name }): [string, string] => [id, name])]}
          {...bind(preset)}
        />
        {versions.length > 0 && (
          <SelectField
            label={texts('translatedFrom')}
            options={[
              ['', texts('empty')],
              ...versions.map((version, index): [string, string] => [
                String(index),
                toVersionName(version, settings.presets),
              ]),
            ]}
            {...bind(source)}
          />
        )}
        {source.value !== '' && <CheckField label={texts('keepsText')} {...bindCheck(keepsText)} />}
        <FormError saving={saving} />
        <div class="actions">
          <Button onClick={onClose}>{texts('close')}</Button>
          <Button kind="primary" type="submit" disabled={saving.isBusy}>
            {texts('create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
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
