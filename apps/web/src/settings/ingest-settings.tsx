import { CheckField, FieldGroup, SelectField, TextField } from '../design/fields/field.tsx'
import { texts } from './messages.ts'
import { type Members, SettingForm, type SettingTabProps, toMembers, toNumber, withMember } from './setting-form.tsx'

/** What is made of a clip unless the setting says otherwise. */
const flags = {
  poster: true,
  proxy: true,
  stitch: true,
  waveform: true,
  shots: false,
  embeddedSubtitles: false,
} as const
const numbers = ['posterMaxWidth', 'proxyMaxHeight', 'shotThreshold'] as const
const positions = [
  ...(['topLeft', 'top', 'topRight', 'left', 'center', 'right', 'bottomLeft', 'bottom', 'bottomRight'] as const),
]
const quotaNumbers = ['maxBytes', 'maxMediaObjects'] as const

/** What ingest makes of clips, and how much the production may hold. */
export function IngestSettings(props: SettingTabProps) {
  return (
    <>
      <SettingForm {...props} name="ingest" title={texts('ingest')} hint={texts('ingestHint')} read={toMembers}>
        {(setting, change, saving) => (
          <>
            <div class="choices">
              {(Object.keys(flags) as (keyof typeof flags)[]).map(name => (
                <CheckField
                  key={name}
                  label={texts(name)}
                  checked={typeof setting[name] === 'boolean' ? setting[name] : flags[name]}
                  onValue={wanted => change({ ...setting, [name]: wanted })}
                />
              ))}
            </div>
            <div class="form-columns">
              {numbers.map(name => (
                <TextField
                  key={name}
                  label={texts(name)}
                  type="number"
                  min={1}
                  step={1}
                  error={saving.at(`/ingest/${name}`)}
                  value={String(setting[name] ?? '')}
                  onValue={text => change(withMember(setting, name, toNumber(text)))}
                />
              ))}
            </div>
            <TextField
              label={texts('embeddedSubtitleLanguages')}
              hint={texts('embeddedSubtitleLanguagesHint')}
              value={writeLanguages(setting.embeddedSubtitleLanguages)}
              onValue={text => change(withMember(setting, 'embeddedSubtitleLanguages', readLanguages(text)))}
            />
            <Watermark setting={setting} onChange={change} />
          </>
        )}
      </SettingForm>
      <SettingForm {...props} name="quota" title={texts('quota')} hint={texts('quotaHint')} read={toMembers}>
        {(setting, change, saving) => (
          <div class="form-columns">
            {quotaNumbers.map(name => (
              <TextField
                key={name}
                label={texts(name)}
                type="number"
                min={0}
                error={saving.at(`/quota/${name}`)}
                step="any"
                value={String(setting[name] ?? '')}
                onValue={text => change(withMember(setting, name, toNumber(text)))}
              />
            ))}
          </div>
        )}
      </SettingForm>
    </>
  )
}

/** `CC1 en, CC3 es` as the setting has it; undefined for an empty field. */
function readLanguages(text: string): Record<string, string> | undefined {
  const pairs = [...text.matchAll(/(\w+)[\s:=]+([\w-]+)/g)]
  return text.trim() === ''
    ? undefined
    : Object.fromEntries(pairs.map(([, channel, tag]) => [channel!.toUpperCase(), tag!]))
}

function writeLanguages(value: unknown): string {
  return Object.entries(toMembers(value))
    .map(([channel, tag]) => `${channel} ${tag}`)
    .join(', ')
}

/** A picture that is laid over every proxy: a file resource of the production. */
function Watermark({ setting, onChange }: { setting: Members; onChange: (setting: Members) => void }) {
  const watermark = toMembers(setting.watermark)
  const isSet = setting.watermark !== undefined && setting.watermark !== null && setting.watermark !== false
  const set = (name: string, value: unknown) => onChange({ ...setting, watermark: withMember(watermark, name, value) })
  const number = (name: 'opacity' | 'size') => (
    <TextField
      label={texts(name)}
      type="number"
      min={0}
      max={1}
      step="any"
      value={String(watermark[name] ?? '')}
      onValue={text => set(name, toNumber(text))}
    />
  )
  return (
    <FieldGroup label={texts('watermark')}>
      <CheckField
        label={texts('withWatermark')}
        checked={isSet}
        onValue={wanted => onChange(withMember(setting, 'watermark', wanted ? {} : undefined))}
      />
      {isSet && (
        <div class="form-columns">
          <TextField
            label={texts('fileResourceId')}
            type="number"
            min={1}
            step={1}
            required
            value={String(watermark.fileResourceId ?? '')}
            onValue={text => set('fileResourceId', toNumber(text))}
          />
          <SelectField
            label={texts('position')}
            value={String(watermark.position ?? 'bottomRight')}
            options={positions.map(position => [position, texts(position)] as const)}
            onValue={position => set('position', position)}
          />
          {number('opacity')}
          {number('size')}
        </div>
      )}
    </FieldGroup>
  )
}
