import type { EbuStlTitles } from '@rushes/contract'
import { CheckField, SelectField, TextField } from '../../design/fields/field.tsx'
import { texts } from '../messages.ts'
import type { StlChoices } from './export-choices.ts'

const justifications = ['unchanged', 'left', 'centered', 'right'] as const

const titles = [
  ['originalProgrammeTitle', 'stlProgramme'],
  ['originalEpisodeTitle', 'stlEpisode'],
  ['translatedProgrammeTitle', 'stlTranslatedProgramme'],
  ['translatedEpisodeTitle', 'stlTranslatedEpisode'],
  ['translator', 'stlTranslator'],
  ['translatorContact', 'stlTranslatorContact'],
  ['reference', 'stlReference'],
  ['publisher', 'stlPublisher'],
  ['editor', 'stlEditor'],
  ['editorContact', 'stlEditorContact'],
] as const satisfies readonly (readonly [keyof EbuStlTitles, Parameters<typeof texts>[0]])[]

interface StlFieldsProps {
  choices: StlChoices
  titlesOf: EbuStlTitles
  onChoices: (choices: StlChoices) => void
  onTitles: (titles: EbuStlTitles) => void
}

/** The options that EBU STL alone has: what its header says, and how its text is laid out. */
export function StlFields({ choices, titlesOf, onChoices, onTitles }: StlFieldsProps) {
  const set = (change: { readonly [Name in keyof StlChoices]?: StlChoices[Name] | undefined }) => {
    const members = Object.entries({ ...choices, ...change }).filter(([, member]) => member !== undefined)
    onChoices(Object.fromEntries(members))
  }
  const toNumber = (text: string) => (text === '' ? undefined : Number(text))
  return (
    <>
      <details class="part" open>
        <summary>{texts('stlHeader')}</summary>
        <div class="form-columns">
          {titles.map(([name, label]) => (
            <TextField
              key={name}
              label={texts(label)}
              value={titlesOf[name] ?? ''}
              onValue={value => onTitles({ ...titlesOf, [name]: value })}
            />
          ))}
          <TextField
            label={texts('stlLanguage')}
            value={choices.ebuStlLanguageCode ?? ''}
            onValue={text => set({ ebuStlLanguageCode: text === '' ? undefined : text })}
          />
        </div>
      </details>
      <details class="part">
        <summary>{texts('stlLayout')}</summary>
        <div class="form-columns">
          <SelectField
            label={texts('displayStandard')}
            value={String(choices.ebuDisplayStandardCode ?? '')}
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
            value={choices.ebuStlTextJustification ?? ''}
            options={[['', texts('ofPreset')], ...justifications.map(name => [name, texts(name)] as const)]}
            onValue={name => set({ ebuStlTextJustification: name || undefined })}
          />
          <TextField
            label={texts('marginTop')}
            type="number"
            min={0}
            max={99}
            value={String(choices.ebuStlMarginTop ?? '')}
            onValue={text => set({ ebuStlMarginTop: toNumber(text) })}
          />
          <TextField
            label={texts('marginBottom')}
            type="number"
            min={0}
            max={99}
            value={String(choices.ebuStlMarginBottom ?? '')}
            onValue={text => set({ ebuStlMarginBottom: toNumber(text) })}
          />
          <CheckField
            label={texts('doubleHeight')}
            checked={choices.ebuStlTeletextDoubleHeight ?? true}
            onValue={on => set({ ebuStlTeletextDoubleHeight: on })}
          />
          <CheckField
            label={texts('useBox')}
            checked={choices.ebuStlTeletextUseBox ?? true}
            onValue={on => set({ ebuStlTeletextUseBox: on })}
          />
        </div>
      </details>
    </>
  )
}
