import type { SubtitlePreset } from '@rushes/timed-text'
import { SelectField, TextField } from '../../design/fields/field.tsx'
import { OrderedRows } from '../../design/fields/ordered-rows.tsx'
import type { Saving } from '../../platform/writes/saving.ts'
import { toItems, toMembers } from '../setting-form.tsx'
import { type Written, writeMember } from './members.ts'
import { texts } from './messages.ts'

interface RegionRowsProps {
  written: Written
  complete: SubtitlePreset
  saving: Saving
  base: string
  onChange: (written: Written) => void
}

const verticals = ['top', 'middle', 'bottom'] as const
const aligns = ['left', 'center', 'right'] as const

/** Where subtitles may stand. */
export function RegionRows({ written, complete, saving, base, onChange }: RegionRowsProps) {
  // Regions are objects with an id, or ids alone.
  const regions = toItems(written.regions).map(
    (region): Written => (typeof region === 'string' ? { id: region } : toMembers(region)),
  )
  const names = complete.regions.map(({ id }) => id).join(', ')
  return (
    <>
      {regions.length === 0 && <p class="field-hint">{texts('regionsHint', { names })}</p>}
      <OrderedRows
        label={texts('regions')}
        items={regions}
        nameOf={({ id }) => String(id ?? '')}
        createItem={() => ({ id: '', vertical: 'bottom', align: 'center' })}
        addText={texts('addRegion')}
        onChange={changed => onChange(writeMember(written, ['regions'], changed.length === 0 ? undefined : changed))}
      >
        {(region, change, index) => {
          const at = `${base}/regions/${index}`
          const number = (name: 'row' | 'linePercent', min: number, max: number, step: 1 | 'any') => (
            <TextField
              label={texts(name)}
              type="number"
              {...{ min, max, step }}
              error={saving.at(`${at}/${name}`)}
              value={String(region[name] ?? '')}
              onValue={text => change(writeMember(region, [name], text === '' ? undefined : Number(text)))}
            />
          )
          const choice = (
            name: 'vertical' | 'align',
            options: readonly ((typeof verticals)[number] | (typeof aligns)[number])[],
          ) => (
            <SelectField
              label={texts(name)}
              error={saving.at(`${at}/${name}`)}
              value={String(region[name] ?? '')}
              options={[['', '—'], ...options.map(option => [option, texts(option)] as const)]}
              onValue={chosen => change(writeMember(region, [name], chosen === '' ? undefined : chosen))}
            />
          )
          return (
            <>
              <TextField
                label={texts('id')}
                error={saving.at(`${at}/id`)}
                value={String(region.id ?? '')}
                onValue={id => change({ ...region, id })}
              />
              {choice('vertical', verticals)}
              {choice('align', aligns)}
              {number('row', 1, 23, 1)}
              {number('linePercent', 0, 100, 'any')}
            </>
          )
        }}
      </OrderedRows>
    </>
  )
}
