import { SelectField, TextAreaField, TextField } from '../design/fields/field.tsx'
import { OrderedRows } from '../design/fields/ordered-rows.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './messages.ts'
import {
  type Members,
  SettingForm,
  type SettingTabProps,
  toItems,
  toMembers,
  toNumber,
  withMember,
} from './setting-form.tsx'

/** Members of an engine's configuration that are texts, and those that are numbers. */
const engineTexts = ['url', 'secret', 'diarizationUrl', 'model'] as const
const engineNumbers = ['longestSeconds', 'timeoutSeconds'] as const

/** Which speech engine writes transcripts when a request names none, and engines of the production's own. */
export function TranscriptionSettings(props: SettingTabProps) {
  const { prId } = props
  const available = useResource(signal => api.transcripts.listSpeechEngines({ prId, signal }), [prId])
  return (
    <SettingForm
      {...props}
      name="transcription"
      title={texts('transcription')}
      hint={texts('transcriptionHint')}
      read={toMembers}
    >
      {(setting, change, saving) => {
        const configuration = toMembers(setting.configuration)
        const engines = toItems(setting.engines).map(toMembers)
        const names = new Set([
          ...(available.data?.items.map(({ name }) => name) ?? []),
          ...engines.map(({ name }) => String(name ?? '')),
          ...(typeof setting.engine === 'string' ? [setting.engine] : []),
        ])
        const configure = (name: string, value: unknown) =>
          change(withMember(setting, 'configuration', toNothing(withMember(configuration, name, value))))
        return (
          <>
            <div class="form-columns">
              <SelectField
                label={texts('engine')}
                error={saving.at('/transcription/engine')}
                value={String(setting.engine ?? '')}
                options={[
                  ['', texts('engineOfAccount')],
                  ...[...names].filter(name => name !== '').map(name => [name, name] as const),
                ]}
                onValue={name => change(withMember(setting, 'engine', name))}
              />
              <TextField
                label={texts('model')}
                error={saving.at('/transcription/configuration/model')}
                value={String(configuration.model ?? '')}
                onValue={value => configure('model', value)}
              />
              <TextField
                label={texts('dictionary')}
                hint={texts('dictionaryHint')}
                type="number"
                min={1}
                step={1}
                error={saving.at('/transcription/dictionaryId')}
                value={String(setting.dictionaryId ?? '')}
                onValue={value => change(withMember(setting, 'dictionaryId', toNumber(value)))}
              />
            </div>
            <TextAreaField
              label={texts('prompt')}
              rows={2}
              error={saving.at('/transcription/configuration/prompt')}
              value={String(configuration.prompt ?? '')}
              onValue={value => configure('prompt', value)}
            />
            <h3>{texts('ownEngines')}</h3>
            <OrderedRows
              label={texts('ownEngines')}
              items={engines}
              nameOf={({ name }) => String(name ?? '')}
              createItem={() => ({ name: '', configuration: {} })}
              addText={texts('addEngine')}
              onChange={items => change(withMember(setting, 'engines', items.length === 0 ? undefined : items))}
            >
              {(engine, changeEngine, index) => {
                const at = `/transcription/engines/${index}`
                const own = toMembers(engine.configuration)
                const set = (name: string, value: unknown) =>
                  changeEngine({ ...engine, configuration: withMember(own, name, value) })
                return (
                  <>
                    <TextField
                      label={texts('engineName')}
                      error={saving.at(`${at}/name`)}
                      value={String(engine.name ?? '')}
                      onValue={name => changeEngine({ ...engine, name })}
                    />
                    {engineTexts.map(name => (
                      <TextField
                        key={name}
                        label={texts(name)}
                        error={saving.at(`${at}/configuration/${name}`)}
                        value={String(own[name] ?? '')}
                        onValue={value => set(name, value)}
                      />
                    ))}
                    {engineNumbers.map(name => (
                      <TextField
                        key={name}
                        label={texts(name)}
                        type="number"
                        step={1}
                        error={saving.at(`${at}/configuration/${name}`)}
                        value={String(own[name] ?? '')}
                        onValue={value => set(name, toNumber(value))}
                      />
                    ))}
                  </>
                )
              }}
            </OrderedRows>
          </>
        )
      }}
    </SettingForm>
  )
}

/** An object without members is none. */
function toNothing(members: Members): Members | undefined {
  return Object.keys(members).length === 0 ? undefined : members
}
