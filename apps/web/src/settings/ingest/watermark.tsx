import { CheckField, FieldGroup, SelectField, TextField } from '../../design/fields/field.tsx'
import { texts } from '../messages.ts'
import { type Members, toMembers, toNumber, withMember } from '../setting-form.tsx'
import { WatermarkPicture } from './watermark-picture.tsx'

const positions = [
  ...(['topLeft', 'top', 'topRight', 'left', 'center', 'right', 'bottomLeft', 'bottom', 'bottomRight'] as const),
]

interface WatermarkProps {
  prId: number
  setting: Members
  onChange: (setting: Members) => void
}

/** A picture that is laid over every proxy: a file of the production, or of its account. */
export function Watermark({ prId, setting, onChange }: WatermarkProps) {
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
          <WatermarkPicture
            prId={prId}
            id={Number(watermark.fileResourceId) || undefined}
            onId={id => set('fileResourceId', id)}
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
