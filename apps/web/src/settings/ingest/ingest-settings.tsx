import { CheckField, TextField } from '../../design/fields/field.tsx'
import { texts } from '../messages.ts'
import { SettingForm, type SettingTabProps, toMembers, toNumber, withMember } from '../setting-form.tsx'
import { Watermark } from './watermark.tsx'

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
            <Watermark prId={props.prId} setting={setting} onChange={change} />
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
