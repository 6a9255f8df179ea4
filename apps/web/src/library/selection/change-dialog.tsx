import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import { type FormValues, isNothing } from '../../custom-fields/values.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { CheckField, TextAreaField, TextField } from '../../design/field.tsx'
import { Loaded } from '../../design/loaded.tsx'
import { api } from '../../platform/api.ts'
import { toPointer } from '../../platform/faults.ts'
import { useResource } from '../../platform/resource.ts'
import type { Applied } from '../clips/apply-to-clips.ts'
import { changeClips, setMember, tellChanged } from '../clips/change-clips.ts'
import { texts } from '../messages.ts'
import type { SelectionDialogProps } from './dialog-props.ts'

/** Writes fields of the selected clips: those that were touched, into all of them; one that is emptied loses its value. */
export function FieldsDialog({ prId, ids, onClose, onDone }: SelectionDialogProps) {
  const description = useResource(signal => api.customFields.getAnnotationFields({ prId, signal }), [prId])
  const values = useSignal<FormValues>({})
  const members = useSignal<Readonly<Record<string, string | undefined>>>({})
  const done = useSignal<number | undefined>(undefined)
  const applied = useSignal<Applied | undefined>(undefined)
  const stopper = useMemo(() => new AbortController(), [])
  useEffect(() => () => stopper.abort(), [stopper])
  const changes = [
    ...Object.entries(members.value).flatMap(([name, value]) =>
      value === undefined ? [] : [setMember(toPointer(name), value)],
    ),
    ...Object.entries(values.value).map(([name, value]) =>
      setMember(toPointer('customFields', name), isNothing(value) ? null : value),
    ),
  ]
  const apply = async () => {
    applied.value = undefined
    done.value = 0
    const changed = await changeClips(prId, ids, clip => changes.flatMap(change => change(clip)), {
      signal: stopper.signal,
      onProgress: count => {
        done.value = count
      },
    })
    done.value = undefined
    applied.value = changed
    tellChanged(texts('applied', { count: changed.done }), { ...changed, refusals: new Map() }, onDone)
    onDone()
    if (changed.refusals.size === 0) onClose()
  }
  const member = (name: 'description' | 'language') => ({
    label: texts(name),
    value: members.value[name] ?? '',
    onValue: (value: string) => {
      members.value = { ...members.value, [name]: value }
    },
  })
  return (
    <Dialog title={texts('editFields')} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void apply()
        }}
      >
        <p class="field-hint">{texts('editFieldsHint', { count: ids.length })}</p>
        <TextAreaField {...member('description')} rows={2} />
        <Emptied name="description" members={members.value} onChange={next => (members.value = next)} />
        <TextField {...member('language')} />
        <Loaded resource={description}>
          {({ fields }) => (
            <FieldForm
              prId={prId}
              fields={fields}
              values={values.value}
              bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
              onChange={(name, value) => {
                values.value = { ...values.value, [name]: value }
              }}
            />
          )}
        </Loaded>
        {applied.value && applied.value.refusals.size > 0 && (
          <div class="notice" data-kind="error" role="alert">
            {Array.from(applied.value.refusals, ([reason, count]) => (
              <div key={reason}>{texts('refused', { count, reason })}</div>
            ))}
          </div>
        )}
        {done.value !== undefined && (
          <label class="change-progress">
            {texts('changed', { done: done.value, count: ids.length })}
            <progress max={ids.length} value={done.value} />
          </label>
        )}
        <div class="actions">
          <Button kind="primary" type="submit" disabled={done.value !== undefined || changes.length === 0}>
            {texts('apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface EmptiedProps {
  name: string
  members: Readonly<Record<string, string | undefined>>
  onChange: (members: Readonly<Record<string, string | undefined>>) => void
}

/** Whether all lose their text. */
function Emptied({ name, members, onChange }: EmptiedProps) {
  return (
    <CheckField
      label={texts('emptyText')}
      checked={members[name] === ''}
      onValue={isEmptied => onChange({ ...members, [name]: isEmptied ? '' : undefined })}
    />
  )
}
