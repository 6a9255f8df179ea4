import { type Signal, useSignal } from '@preact/signals'
import type { MediaPlace } from '@rushes/timed-text'
import { useEffect } from 'preact/hooks'
import { FieldGroup, SelectField, TextField } from '../../design/fields/field.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { type FrameFormat, toFrameFormat, writeRate, writeTimecode } from '../../player/frames.ts'
import { readTimecode } from '../../player/times/typed-timecode.ts'
import { loadClip } from '../../review/load-clip.ts'
import { texts } from '../messages.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import type { FileDescription } from './describe-file.ts'
import { foundTimes, type TimesBase, type TimesChoice } from './import-request.ts'

interface FileTimesProps {
  file: File
  place: Pick<SubtitlePlace, 'prId' | 'moId' | 'language'>
  choice: Signal<TimesChoice>
}

const rates = ['23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const

/** What a file is, where its first subtitle lands in the clip, and from where its times are counted. One for each file. */
export function FileTimes({ file, place, choice }: FileTimesProps) {
  const { prId, moId, language } = place
  useEffect(() => {
    choice.value = foundTimes
  }, [])
  const read = useResource(signal => readFile(file, place, signal), [prId, moId, language])
  return (
    <Loaded resource={read}>
      {({ description, format }) =>
        description ? (
          <DescribedTimes description={description} format={format} choice={choice} />
        ) : (
          <p class="field-hint" role="status">
            {texts('fileUnread')}
          </p>
        )
      }
    </Loaded>
  )
}

async function readFile(file: File, { prId, moId, language }: FileTimesProps['place'], signal: AbortSignal) {
  const [clip, { describeFile }] = await Promise.all([loadClip(api, prId, moId, signal), import('./describe-file.ts')])
  const format = toFrameFormat(clip)
  const media: MediaPlace = {
    rate: format.rate,
    frameCount: clip.frameCount,
    ...(clip.pictures && { times: await api.media.getFrameTimes({ prId, moId, signal }) }),
    ...(clip.timecode && { start: { frames: clip.timecode.frames, dropFrame: format.dropFrame } }),
  }
  return { description: await describeFile(file, media, language), format }
}

interface DescribedTimesProps {
  description: FileDescription
  format: FrameFormat
  choice: Signal<TimesChoice>
}

function DescribedTimes({ description, format, choice }: DescribedTimesProps) {
  const { count, countsFrames, found } = description
  const change = (members: Partial<TimesChoice>) => {
    choice.value = { ...choice.value, ...members }
  }
  const first = choice.value.rate === '' ? undefined : description.landAtRate(choice.value.rate)
  return (
    <>
      <p class="field-hint" role="status">
        {texts('fileIs', { format: description.format, count })}
      </p>
      {countsFrames && (
        <SelectField
          label={texts('sourceRate')}
          hint={texts('sourceRateHint', { rate: writeRate(format.rate) })}
          options={[['', texts('sameRate')], ...rates.map((name): [string, string] => [name, name])]}
          value={choice.value.rate}
          onValue={name => change({ rate: name })}
        />
      )}
      {first === undefined ? (
        <BaseChoice description={description} format={format} choice={choice.value} onChange={change} />
      ) : (
        <p class="field-hint">{texts('firstAt', { timecode: writeTimecode(first, format) })}</p>
      )}
      {found === undefined && first === undefined && choice.value.base === undefined && (
        <p class="error-text" role="alert">
          {texts('noReading')}
        </p>
      )}
    </>
  )
}

interface BaseChoiceProps extends Omit<DescribedTimesProps, 'choice'> {
  choice: TimesChoice
  onChange: (members: Partial<TimesChoice>) => void
}

/** From where times are counted, each with what the first subtitle then has. */
function BaseChoice({ description, format, choice, onChange }: BaseChoiceProps) {
  const { landings, found, programmeStart } = description
  const chosen = choice.base ?? found
  const names: Readonly<Record<TimesBase, string>> = {
    media: texts('baseMedia'),
    smpte: texts('baseTimecode'),
    programme: texts('baseProgramme', { start: programmeStart ?? '' }),
  }
  const option = (base: NonNullable<TimesChoice['base']>, text: string, disabled = false) => (
    <label key={base} class="check">
      <input
        type="radio"
        name="times-base"
        checked={chosen === base}
        disabled={disabled}
        onInput={() => onChange({ base })}
      />
      {text}
    </label>
  )
  return (
    <FieldGroup label={texts('times')}>
      {landings.map(({ base, start }) =>
        option(base, describeLanding(names[base], start, format), start === undefined),
      )}
      {option('at', texts('baseAt'))}
      {chosen === 'at' && <StartField description={description} format={format} at={choice.at} onChange={onChange} />}
    </FieldGroup>
  )
}

function describeLanding(base: string, start: number | undefined, format: FrameFormat): string {
  return start === undefined
    ? texts('landsOutside', { base })
    : texts('landsAt', { base, timecode: writeTimecode(start, format) })
}

interface StartFieldProps extends Omit<BaseChoiceProps, 'choice'> {
  at: string
}

/** The timecode of the file at the first frame of the clip. */
function StartField({ description, format, at, onChange }: StartFieldProps) {
  const isLeft = useSignal(false)
  const { rate, dropFrame } = format
  const isTimecode = /^\d\d:\d\d:\d\d[:;]\d\d$/.test(at.trim())
  const frames = isTimecode ? readTimecode(at, { rate, dropFrame, startTimecode: 0 }) : undefined
  const start = frames === undefined ? undefined : description.landFrom(frames, dropFrame)
  const isWrong = frames === undefined && at !== '' && isLeft.value
  return (
    <div
      onFocusOut={() => {
        isLeft.value = true
      }}
    >
      <TextField
        label={texts('fileBegins')}
        required
        value={at}
        error={isWrong ? texts('noFileTime') : undefined}
        hint={frames === undefined ? undefined : describeLanding(texts('baseAt'), start, format)}
        onValue={value => onChange({ at: value })}
      />
    </div>
  )
}
