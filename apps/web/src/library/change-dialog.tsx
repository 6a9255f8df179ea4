import { useSignal } from '@preact/signals'
import type { JsonPatch } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { FieldForm } from '../custom-fields/field-form.tsx'
import { type FormValues, isNothing } from '../custom-fields/values.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { TextField } from '../design/field.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tell } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { bind } from '../platform/bind.ts'
import { toPointer } from '../platform/faults.ts'
import { useResource } from '../platform/resource.ts'
import { type Applied, applyToClips } from './apply-to-clips.ts'
import type { SelectionDialogProps } from './attach-dialog.tsx'
import { texts } from './messages.ts'

/** Adds a tag to each of the chosen clips. */
export function TagDialog(props: SelectionDialogProps) {
  const tag = useSignal('')
  return (
    <ChangeDialog {...props} title={texts('tag')} body={[{ op: 'add', path: '/tags/-', value: tag.value }]}>
      <TextField label={texts('tagName')} required {...bind(tag)} />
    </ChangeDialog>
  )
}

/** Writes custom fields of the chosen clips: those that were touched, into all of them. */
export function FieldsDialog(props: SelectionDialogProps) {
  const { prId, onClose } = props
  const description = useResource(signal => api.customFields.getAnnotationFields({ prId, signal }), [prId])
  const values = useSignal<FormValues>({})
  const body = Object.entries(values.value).map(([name, value]) => ({
    op: 'add' as const,
    path: toPointer('customFields', name),
    value: isNothing(value) ? null : value,
  }))
  if (!description.data) {
    return (
      <Dialog title={texts('editFields')} onClose={onClose}>
        <Loaded resource={description}>{() => null}</Loaded>
      </Dialog>
    )
  }
  return (
    <ChangeDialog {...props} title={texts('editFields')} body={body}>
      <p class="field-hint">{texts('editFieldsHint', { count: props.ids.length })}</p>
      <FieldForm
        prId={prId}
        fields={description.data.fields}
        values={values.value}
        bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
        onChange={(name, value) => {
          values.value = { ...values.value, [name]: value }
        }}
      />
    </ChangeDialog>
  )
}

interface ChangeDialogProps extends SelectionDialogProps {
  title: string
  /** What is done to each clip; nothing yet while it is empty. */
  body: JsonPatch
  children: ComponentChildren
}

/** A change of many clips, with how far it is, a way to stop it, and what was refused. */
function ChangeDialog({ prId, ids, title, body, onClose, onDone, children }: ChangeDialogProps) {
  const done = useSignal<number | undefined>(undefined)
  const applied = useSignal<Applied | undefined>(undefined)
  const stopper = useMemo(() => new AbortController(), [])
  useEffect(() => () => stopper.abort(), [stopper])
  const apply = async () => {
    applied.value = undefined
    done.value = 0
    const patch = (moId: number, isLast: boolean) =>
      api.annotations.patchMediaObjectAnnotation({ prId, moId, body, query: isLast ? { waitForIndex: true } : {} })
    const result = await applyToClips(ids, patch, {
      signal: stopper.signal,
      onProgress: count => {
        done.value = count
      },
    })
    done.value = undefined
    applied.value = result
    if (result.done > 0) tell(texts('applied', { count: result.done }))
    if (result.refusals.size === 0) onDone()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void apply()
        }}
      >
        {children}
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
          <Button kind="primary" type="submit" disabled={done.value !== undefined || body.length === 0}>
            {texts('apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
