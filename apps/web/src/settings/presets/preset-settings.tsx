import { useSignal } from '@preact/signals'
import { Button } from '../../design/fields/button.tsx'
import { FormError } from '../../design/fields/form.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { assign } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { isSame, type SettingTabProps, toItems, toMembers } from '../setting-form.tsx'
import { bases, completePreset, type Written } from './members.ts'
import { texts } from './messages.ts'
import { PresetForm } from './preset-form.tsx'
import './presets.css'

/** Which preset is edited. */
interface Editing {
  /** As it was stored when it was read; nothing for a new one. */
  readonly stored: Written | undefined
  readonly written: Written
  /** Its place in the list as that was saved last, for what is wrong with it. */
  readonly index: number
}

/** The subtitling presets of a production, and those that can be copied into them. */
export function PresetSettings({ prId, settings, onSettings }: SettingTabProps) {
  const presets = toPresets(settings)
  const editing = useSignal<Editing | undefined>(undefined)
  const removing = useSignal<Written | undefined>(undefined)
  const saving = useSaving()
  /** Changes the list as it is now: what others have added or changed meanwhile stays. */
  const store = async (change: (presets: readonly Written[]) => readonly Written[]) => {
    const isSaved = await saving.run(async () => {
      const body = change(toPresets(await api.productions.getSettings({ prId })))
      const stored = await api.productions.updateSetting({ prId, key: 'subtitlePresets', body })
      onSettings({ ...settings, subtitlePresets: stored })
    })
    if (isSaved) tell(texts('saved'))
    return isSaved
  }
  const open = (stored: Written | undefined, written: Written) => {
    saving.forget()
    editing.value = { stored, written, index: presets.length }
  }
  const back = () => {
    saving.forget()
    editing.value = undefined
  }
  if (editing.value !== undefined) {
    const { stored, written, index } = editing.value
    const put = (now: readonly Written[]) => {
      const at = stored === undefined ? -1 : now.findIndex(({ id }) => id === stored.id)
      const index = at < 0 ? now.length : at
      const isChanged = stored !== undefined && at >= 0 && !isSame(now[at], stored)
      editing.value = { stored: at < 0 ? undefined : now[at], written, index }
      if (isChanged) throw new Error(designTexts('changedMeanwhile'))
      return withOneDefault([...now.slice(0, index), written, ...now.slice(index + 1)], index)
    }
    return (
      <section class="setting">
        <h2>{toName(written) || texts('newPreset')}</h2>
        <PresetForm
          written={written}
          isKnown={stored !== undefined}
          saving={saving}
          base={`/subtitlePresets/${index}`}
          onChange={changed => {
            editing.value = { stored, written: changed, index }
          }}
          onSave={async () => {
            if (await store(put)) back()
          }}
          onBack={back}
        />
      </section>
    )
  }
  return (
    <>
      <section class="setting">
        <h2>{texts('presets')}</h2>
        <p class="field-hint">{texts('presetsHint')}</p>
        <FormError saving={saving} />
        <ul class="preset-list">
          {presets.map(preset => (
            <li key={String(preset.id)}>
              <PresetLine preset={preset} />
              {preset.default === true ? (
                <span class="tag">{texts('isDefault')}</span>
              ) : (
                <Button
                  kind="quiet"
                  aria-label={texts('makeDefault', { name: toName(preset) })}
                  onClick={() =>
                    void store(now =>
                      withOneDefault(
                        now.map(other => (other.id === preset.id ? { ...other, default: true } : other)),
                        now.findIndex(other => other.id === preset.id),
                      ),
                    )
                  }
                >
                  {texts('asDefault')}
                </Button>
              )}
              <Button aria-label={texts('edit', { name: toName(preset) })} onClick={() => open(preset, preset)}>
                {designTexts('edit')}
              </Button>
              <Button
                kind="icon"
                icon="x"
                aria-label={texts('remove', { name: toName(preset) })}
                onClick={assign(removing, preset)}
              />
            </li>
          ))}
        </ul>
        <div>
          <Button icon="plus" kind="primary" onClick={() => open(undefined, { id: '', basedOn: 'broadcast' })}>
            {texts('newPreset')}
          </Button>
        </div>
      </section>
      <section class="setting">
        <h2>{texts('shipped')}</h2>
        <p class="field-hint">{texts('shippedHint')}</p>
        <ul class="preset-list">
          {Object.entries(bases).map(([id, { name = id }]) => (
            <li key={id}>
              <PresetLine preset={{ id, name, basedOn: id }} />
              <Button
                aria-label={texts('copy', { name })}
                onClick={() => open(undefined, { id: createId(id, presets), name: `${name} 2`, basedOn: id })}
              >
                {designTexts('copy')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      {removing.value !== undefined && (
        <ConfirmDialog
          title={texts('removeTitle')}
          question={texts('removeQuestion', { name: toName(removing.value) })}
          action={texts('removeAction')}
          onConfirm={() => {
            const { id } = removing.value ?? {}
            void store(now => now.filter(preset => preset.id !== id))
          }}
          onClose={assign(removing, undefined)}
        />
      )}
    </>
  )
}

function toPresets({ subtitlePresets }: SettingTabProps['settings']): Written[] {
  return toItems(subtitlePresets).map(toMembers)
}

/** What a preset is, in a line. */
function PresetLine({ preset }: { preset: Written }) {
  const { spotting } = completePreset(preset)
  const facts = [
    `${spotting.maximumLineLength} × ${spotting.maximumLineCount}`,
    `${spotting.maximumCharactersPerSecond} cps`,
    `${spotting.minimumGap.value} ${texts(spotting.minimumGap.unit)}`,
  ]
  return (
    <div>
      <strong>{toName(preset)}</strong>
      <div class="field-hint">{[String(preset.id ?? ''), ...facts].join(' · ')}</div>
    </div>
  )
}

function toName({ name, id }: Written): string {
  return String(name ?? id ?? '')
}

/** "One template should be default": where this one is, no other is. */
function withOneDefault(presets: readonly Written[], index: number): Written[] {
  const isDefault = presets[index]?.default === true
  return presets.map((preset, at) => {
    if (!isDefault || at === index) return preset
    const { default: _default, ...others } = preset
    return others
  })
}

/** An id like this one that no preset has yet. */
function createId(base: string, presets: readonly Written[]): string {
  const taken = new Set(presets.map(({ id }) => id))
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
