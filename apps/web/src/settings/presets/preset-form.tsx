import { qualityRules } from '@rushes/timed-text'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/fields/field.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { OrderedRows } from '../../design/fields/ordered-rows.tsx'
import type { Saving } from '../../platform/writes/saving.ts'
import { leave } from '../../platform/writes/unsaved.ts'
import { toItems, toMembers } from '../setting-form.tsx'
import { MemberFields } from './member-field.tsx'
import {
  bases,
  completePreset,
  ebuStlMembers,
  shotMembers,
  speakerMembers,
  spottingMembers,
  stylingMembers,
  type Written,
  writeMember,
} from './members.ts'
import { choiceTexts, texts } from './messages.ts'
import { PresetPreview } from './preset-preview.tsx'
import { RegionRows } from './region-rows.tsx'

interface PresetFormProps {
  written: Written
  /** Whether it has been saved before: its id stays then. */
  isKnown: boolean
  saving: Saving
  /** JSON Pointer of the preset in the setting. */
  base: string
  onChange: (written: Written) => void
  onSave: () => void
  onBack: () => void
}

const severities = ['error', 'warning', 'info', 'off'] as const

/** A whole preset, with a preview that follows what is typed. */
export function PresetForm({ written, isKnown, saving, base, onChange, onSave, onBack }: PresetFormProps) {
  const complete = completePreset(written)
  const set = (name: string, value: unknown) => onChange(writeMember(written, [name], value))
  const toText = (name: string) => String(written[name] ?? '')
  const members = { written, complete, saving, base, onChange }
  const languages = written.languages === undefined ? toText('language') : toItems(written.languages).join(', ')
  return (
    <div class="preset">
      <PresetPreview preset={complete} />
      <Form saving={saving} onSubmit={onSave} label={texts('preset')}>
        <div class="form-columns">
          <TextField
            label={texts('name')}
            error={saving.at(`${base}/name`)}
            value={toText('name')}
            onValue={value => set('name', value === '' ? undefined : value)}
          />
          <TextField
            label={texts('id')}
            hint={texts('idHint')}
            error={saving.at(`${base}/id`)}
            disabled={isKnown}
            value={toText('id')}
            onValue={value => set('id', value)}
          />
          <SelectField
            label={texts('basedOn')}
            error={saving.at(`${base}/basedOn`)}
            value={toText('basedOn')}
            options={[['', '—'], ...Object.entries(bases).map(([id, { name = id }]) => [id, name] as const)]}
            onValue={value => set('basedOn', value === '' ? undefined : value)}
          />
          <TextField
            label={texts('languages')}
            hint={texts('languagesHint')}
            error={saving.at(`${base}/languages`, `${base}/language`)}
            value={languages}
            onValue={value => onChange(toLanguages(writeMember(written, ['language'], undefined), value))}
          />
        </div>
        <TextAreaField
          label={texts('description')}
          rows={2}
          error={saving.at(`${base}/description`)}
          value={toText('description')}
          onValue={value => set('description', value === '' ? undefined : value)}
        />
        <CheckField
          label={texts('defaultPreset')}
          checked={written.default === true}
          onValue={isDefault => set('default', isDefault || undefined)}
        />
        <Part title={texts('styling')} isOpen>
          <MemberFields members={stylingMembers} {...members} />
        </Part>
        <Part title={texts('regions')}>
          <RegionRows {...members} />
        </Part>
        <Part title={texts('spotting')} isOpen>
          <MemberFields members={spottingMembers} {...members} />
        </Part>
        <Part title={texts('shots')}>
          <MemberFields members={shotMembers} {...members} />
        </Part>
        <Part title={texts('speakers')}>
          <MemberFields members={speakerMembers} {...members} />
          <SpeakerColours {...members} />
        </Part>
        <Part title={texts('ebuStl')}>
          <MemberFields members={ebuStlMembers} {...members} />
        </Part>
        <Part title={texts('warnings')}>
          <Severities {...members} />
        </Part>
        <FormEnd saving={saving} action={texts('save')}>
          <Button onClick={() => leave(onBack)}>{texts('back')}</Button>
        </FormEnd>
      </Form>
    </div>
  )
}

function toLanguages(written: Written, typed: string): Written {
  if (typed.trim() === '') return writeMember(written, ['languages'], undefined)
  // What is being typed keeps its comma.
  return writeMember(
    written,
    ['languages'],
    typed.split(',').map((tag, index) => (index > 0 ? tag.trimStart() : tag)),
  )
}

function Part({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

type PartProps = Pick<PresetFormProps, 'written' | 'saving' | 'base' | 'onChange'> & {
  complete: ReturnType<typeof completePreset>
}

function SpeakerColours({ written, complete, saving, base, onChange }: PartProps) {
  const own = toMembers(written.speakers).colours
  const colours: readonly unknown[] = Array.isArray(own) ? own : complete.speakers.colours
  return (
    <OrderedRows
      label={texts('speakerColours')}
      items={colours.map(String)}
      nameOf={colour => colour}
      createItem={() => '#ffffff'}
      addText={texts('addColour')}
      onChange={changed => onChange(writeMember(written, ['speakers', 'colours'], changed))}
    >
      {(colour, change, index) => (
        <TextField
          label={`${texts('speakerColours')} ${index + 1}`}
          type="color"
          error={saving.at(`${base}/speakers/colours/${index}`)}
          value={colour.slice(0, 7)}
          onValue={change}
        />
      )}
    </OrderedRows>
  )
}

/** How grave each warning is; the service words them. */
function Severities({ written, complete, saving, base, onChange }: PartProps) {
  const own = toMembers(written.warningSeverities)
  return (
    <div class="form-columns">
      {qualityRules.map(({ id, message, severity }) => {
        const usual = complete.warningSeverities.get(id) ?? severity
        return (
          <SelectField
            key={id}
            label={message}
            hint={id}
            error={saving.at(`${base}/warningSeverities/${id}`)}
            value={String(own[id] ?? '')}
            options={[
              ['', texts('inheritedValue', { value: choiceTexts[usual]?.() ?? usual })],
              ...severities.map(known => [known, texts(known)] as const),
            ]}
            onValue={chosen =>
              onChange(writeMember(written, ['warningSeverities', id], chosen === '' ? undefined : chosen))
            }
          />
        )
      })}
    </div>
  )
}
