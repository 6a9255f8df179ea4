import { useSignal } from '@preact/signals'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import { type FormValues, isNothing } from '../../custom-fields/values.ts'
import { SelectField, TextAreaField, TextField } from '../../design/field.tsx'
import { Icon } from '../../design/icons.tsx'
import { tellError } from '../../design/toasts.tsx'
import { toPointer } from '../../platform/faults.ts'
import { nameStatus } from '../../review/status-name.tsx'
import { type Changed, type ChangeOf, changeClips, changeTags, setMember, tellRefusals } from '../clips/change-clips.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { texts as libraryTexts } from '../messages.ts'
import { TagForm } from '../selection/tag-popover.tsx'
import type { InspectorContext } from './context.ts'
import { texts } from './messages.ts'
import { SavedState, type Saving } from './saved-state.tsx'
import { countTags, findShared } from './shared-values.ts'

interface ManyInfoProps {
  ids: readonly number[]
  clips: readonly FoundClip[]
  context: InspectorContext
}

/** What several clips have in common; what is typed is written to all of them. */
export function ManyInfo({ ids, clips, context }: ManyInfoProps) {
  const { prId, description, statuses, may, onChanged } = context
  const typed = useSignal<Readonly<Record<string, string | undefined>>>({})
  const values = useSignal<FormValues>({})
  const saving = useSignal<Saving | undefined>(undefined)
  const undos = useSignal<readonly Changed[]>([])
  const write = (change: ChangeOf) => {
    saving.value = 'saving'
    changeClips(prId, ids, change).then(
      changed => {
        undos.value = [...undos.value, changed]
        saving.value = 'saved'
        tellRefusals(changed.refusals)
        typed.value = {}
        values.value = {}
        onChanged()
      },
      (error: unknown) => {
        saving.value = { error }
      },
    )
  }
  const save = () => {
    const changes = [
      ...Object.entries(typed.value).flatMap(([name, value]) =>
        value === undefined ? [] : [setMember(toPointer(name), value.trim())],
      ),
      ...Object.entries(values.value).map(([name, value]) =>
        setMember(toPointer('customFields', name), isNothing(value) || value === '' ? null : value),
      ),
    ]
    if (changes.length > 0) write(clip => changes.flatMap(change => change(clip)))
  }
  const status = findShared(clips.map(clip => clip.reviewStatus))
  const member = (name: 'description' | 'language') => {
    const shared = findShared(clips.map(clip => clip[name]))
    return {
      label: libraryTexts(name),
      value: typed.value[name] ?? (shared === 'mixed' ? '' : (shared.value ?? '')),
      ...(shared === 'mixed' && typed.value[name] === undefined ? { hint: texts('mixed') } : {}),
      disabled: !may.edit,
      onValue: (value: string) => {
        typed.value = { ...typed.value, [name]: value }
      },
    }
  }
  // The documents of the search have texts: what has another type is shown only once it is written.
  const fields = Object.fromEntries(
    Object.entries(description?.fields ?? {}).map(([name, field]) => {
      const shared = findShared(clips.map(clip => clip.values[`customFields.${name}`] ?? ''))
      return [name, shared === 'mixed' ? { ...field, description: texts('mixed') } : field]
    }),
  )
  const sharedValues = Object.fromEntries(
    Object.entries(description?.fields ?? {}).flatMap(([name, { type = 'STRING', multiValued }]) => {
      const shared = findShared(clips.map(clip => clip.values[`customFields.${name}`] ?? ''))
      const isText = (type === 'STRING' || type === 'TEXT') && multiValued !== true
      return isText && shared !== 'mixed' && shared.value !== '' ? [[name, shared.value] as const] : []
    }),
  )
  const undo = () => {
    const last = undos.value.at(-1)
    if (!last) return
    undos.value = undos.value.slice(0, -1)
    last.undo().then(onChanged, tellError)
  }
  return (
    <div class="inspector-form" id="inspector-form" onFocusOut={save}>
      <div class="inspector-section inspector-fields">
        <SelectField
          label={libraryTexts('status')}
          value={status === 'mixed' ? 'mixed' : (status.value ?? '')}
          disabled={!may.status}
          options={[
            ...(status === 'mixed' ? [['mixed', texts('mixed')] as const] : []),
            ['', libraryTexts('notReviewed')],
            ...statuses.map(choice => [choice.id, nameStatus(choice)] as const),
          ]}
          onValue={value => {
            if (value !== 'mixed') write(setMember('/reviewStatus', value))
          }}
        />
        <TextField {...member('language')} />
        <TextAreaField {...member('description')} rows={2} />
        <FieldForm
          prId={prId}
          fields={fields}
          values={{ ...sharedValues, ...values.value }}
          bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
          disabled={!may.edit}
          onChange={(name, value) => {
            values.value = { ...values.value, [name]: value }
          }}
        />
      </div>
      <div class="inspector-section">
        <h3>{libraryTexts('tags')}</h3>
        <ul class="inspector-tags">
          {countTags(clips).map(([tag, count]) => (
            <li class="chip" key={tag}>
              {count === clips.length ? tag : texts('tagOf', { tag, count, all: clips.length })}
              {may.edit && (
                <button
                  type="button"
                  class="chip-remove"
                  aria-label={texts('removeTag', { tag })}
                  onClick={() => write(changeTags([], [tag]))}
                >
                  <Icon name="x" size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
        {may.edit && <TagForm onTag={tag => write(changeTags([tag]))} />}
      </div>
      <SavedState saving={saving.value} onRetry={save} onUndo={undos.value.length > 0 ? undo : undefined} />
    </div>
  )
}
