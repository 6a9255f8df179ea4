import type { SubtitlePreset } from '@rushes/timed-text'
import { useId } from 'preact/hooks'
import { describe, FieldFrame, SelectField, TextField } from '../../design/fields/field.tsx'
import { toPointer } from '../../platform/reading/faults.ts'
import type { Saving } from '../../platform/writes/saving.ts'
import {
  type Duration,
  type Member,
  readDuration,
  readInherited,
  readMember,
  toDurationPaths,
  type Written,
  writeDuration,
  writeMember,
} from './members.ts'
import { choiceTexts, memberTexts, texts } from './messages.ts'

interface MemberFieldsProps {
  members: readonly Member[]
  written: Written
  /** The preset as it works, with what it inherits. */
  complete: SubtitlePreset
  saving: Saving
  /** JSON Pointer of the preset in what is saved. */
  base: string
  onChange: (written: Written) => void
}

/** The controls of members of a preset; empty means that the member is inherited, and says what that is. */
export function MemberFields({ members, ...props }: MemberFieldsProps) {
  return (
    <div class="form-columns">
      {members.map(member => (
        <MemberField key={member.path.join('.')} member={member} {...props} />
      ))}
    </div>
  )
}

function MemberField({
  member,
  written,
  complete,
  saving,
  base,
  onChange,
}: Omit<MemberFieldsProps, 'members'> & { member: Member }) {
  const { path } = member
  const label = memberTexts(member.text)
  const own = readMember(written, path)
  const inherited = toShown(readInherited(complete, member), member)
  const asBase = inherited === '' ? texts('inherited') : texts('inheritedValue', { value: inherited })
  // A list says it among its options.
  const isList = member.kind === 'flag' || member.kind === 'choice' || member.kind === 'region'
  const hint = own === undefined && inherited !== '' && !isList ? asBase : undefined
  const change = (value: unknown) => onChange(writeMember(written, path, value))
  const common = { label, hint, error: saving.at(base + toPointer(...path)) }
  const open = ['', asBase] as const
  switch (member.kind) {
    case 'number':
      return (
        <TextField
          {...common}
          type="number"
          min={member.min}
          max={member.max}
          step={member.step}
          value={own === undefined ? '' : String(own)}
          onValue={text => change(text === '' ? undefined : Number(text))}
        />
      )
    case 'duration':
      return <DurationField {...{ member, written, complete, saving, base, onChange }} />
    case 'flag':
      return (
        <SelectField
          {...common}
          value={own === undefined ? '' : String(own)}
          options={[open, ['true', texts('yes')], ['false', texts('no')]]}
          onValue={chosen => change(chosen === '' ? undefined : chosen === 'true')}
        />
      )
    case 'choice': {
      const options = member.options.map(option => [String(option), choiceTexts[option]?.() ?? String(option)] as const)
      return (
        <SelectField
          {...common}
          value={own === undefined ? '' : String(own)}
          options={[open, ...options]}
          onValue={chosen => change(member.options.find(option => String(option) === chosen))}
        />
      )
    }
    case 'region':
      return (
        <SelectField
          {...common}
          value={own === undefined ? '' : String(own)}
          options={[open, ...complete.regions.map(({ id }) => [id, id] as const)]}
          onValue={chosen => change(chosen === '' ? undefined : chosen)}
        />
      )
    case 'colour':
      return <ColourField {...common} value={own} inherited={inherited} onColour={change} />
    default:
      return (
        <TextField
          {...common}
          value={own === undefined ? '' : String(own)}
          onValue={text => change(text === '' ? undefined : text)}
        />
      )
  }
}

interface ColourFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: unknown
  inherited: string
  onColour: (colour: string | undefined) => void
}

/** As text, which may hold how opaque it is (`#rrggbbaa`), with a picker beside it. */
function ColourField({ label, hint, error, value, inherited, onColour }: ColourFieldProps) {
  const id = useId()
  const shown = /^#[0-9a-f]{6}/i.exec(String(value ?? inherited))?.[0] ?? '#000000'
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <div class="beside">
        <input
          type="text"
          class="input"
          {...describe(id, { label, hint, error })}
          placeholder="#rrggbb"
          value={value === undefined ? '' : String(value)}
          onInput={({ currentTarget: { value: text } }) => onColour(text === '' ? undefined : text)}
        />
        <input
          class="input"
          type="color"
          aria-label={label}
          value={shown}
          onInput={event => onColour(event.currentTarget.value + String(value ?? '').slice(7, 9))}
        />
      </div>
    </FieldFrame>
  )
}

/** A number with its unit; the two are one member, whose name says the unit. */
function DurationField({
  member: { path, text, ...member },
  written,
  complete,
  saving,
  base,
  onChange,
}: Omit<MemberFieldsProps, 'members'> & { member: Member }) {
  const id = useId()
  const label = memberTexts(text)
  const own = readDuration(written, path)
  const inherited = readInherited(complete, { path, text, ...member }) as Duration | undefined
  const unit = own?.unit ?? inherited?.unit ?? 'milliseconds'
  const change = (next: Duration | undefined) => onChange(writeDuration(written, path, next))
  const asBase = inherited && texts('inheritedValue', { value: `${inherited.value} ${texts(inherited.unit)}` })
  const hint = own === undefined ? asBase : undefined
  const pointers = [...toDurationPaths(path), path].map(where => base + toPointer(...where))
  const error = saving.at(...pointers)
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <div class="beside">
        <input
          type="number"
          class="input"
          {...describe(id, { label, hint, error })}
          min={0}
          step={1}
          value={own === undefined ? '' : String(own.value)}
          onInput={({ currentTarget: { value } }) => change(value === '' ? undefined : { unit, value: Number(value) })}
        />
        <select
          class="input"
          aria-label={texts('unit', { label })}
          value={unit}
          onChange={({ currentTarget: { value } }) =>
            change({
              unit: value === 'frames' ? 'frames' : 'milliseconds',
              value: own?.value ?? inherited?.value ?? 0,
            })
          }
        >
          <option value="milliseconds">{texts('milliseconds')}</option>
          <option value="frames">{texts('frames')}</option>
        </select>
      </div>
    </FieldFrame>
  )
}

function toShown(value: unknown, { kind }: Member): string {
  if (typeof value === 'boolean') return texts(value ? 'yes' : 'no')
  if (value === undefined || value === null) return ''
  return kind === 'choice' ? (choiceTexts[String(value)]?.() ?? String(value)) : String(value)
}
