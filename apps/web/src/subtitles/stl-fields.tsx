import type { Signal } from '@preact/signals'
import type { SubtitleExportRequest } from '@rushes/contract'
import { CheckField, SelectField, TextField } from '../design/field.tsx'
import { texts } from './messages.ts'

/** What an EBU STL file is written with; what is absent is as the preset has it. */
export type StlChoices = Pick<
  SubtitleExportRequest,
  | 'ebuDisplayStandardCode'
  | 'ebuStlLanguageCode'
  | 'ebuStlMarginBottom'
  | 'ebuStlMarginTop'
  | 'ebuStlTeletextDoubleHeight'
  | 'ebuStlTeletextUseBox'
  | 'ebuStlTextJustification'
>

const justifications = ['unchanged', 'left', 'centered', 'right'] as const

/** The options that EBU STL alone has. */
export function StlFields({ choices }: { choices: Signal<StlChoices> }) {
  const { value } = choices
  const set = (change: { readonly [Name in keyof StlChoices]?: StlChoices[Name] | undefined }) => {
    const members = Object.entries({ ...value, ...change }).filter(([, member]) => member !== undefined)
    choices.value = Object.fromEntries(members)
  }
  const toNumber = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <fieldset class="stl-fields">
      <legend>EBU STL</legend>
      <SelectField
        label={texts('displayStandard')}
        value={String(value.ebuDisplayStandardCode ?? '')}
        options={[
          ['', texts('ofPreset')],
          ['0', texts('stlOpen')],
          ['1', texts('stlTeletext1')],
          ['2', texts('stlTeletext2')],
        ]}
        onValue={text => set({ ebuDisplayStandardCode: toNumber(text) })}
      />
      <SelectField
        label={texts('justification')}
        value={value.ebuStlTextJustification ?? ''}
        options={[['', texts('ofPreset')], ...justifications.map(name => [name, texts(name)] as const)]}
        onValue={name => set({ ebuStlTextJustification: name || undefined })}
      />
      <TextField
        label={texts('stlLanguage')}
        value={value.ebuStlLanguageCode ?? ''}
        onValue={text => set({ ebuStlLanguageCode: text === '' ? undefined : text })}
      />
      <TextField
        label={texts('marginTop')}
        type="number"
        min={0}
        max={99}
        value={String(value.ebuStlMarginTop ?? '')}
        onValue={text => set({ ebuStlMarginTop: toNumber(text) })}
      />
      <TextField
        label={texts('marginBottom')}
        type="number"
        min={0}
        max={99}
        value={String(value.ebuStlMarginBottom ?? '')}
        onValue={text => set({ ebuStlMarginBottom: toNumber(text) })}
      />
      <CheckField
        label={texts('doubleHeight')}
        checked={value.ebuStlTeletextDoubleHeight ?? true}
        onValue={on => set({ ebuStlTeletextDoubleHeight: on })}
      />
      <CheckField
        label={texts('useBox')}
        checked={value.ebuStlTeletextUseBox ?? true}
        onValue={on => set({ ebuStlTeletextUseBox: on })}
      />
    </fieldset>
  )
}
