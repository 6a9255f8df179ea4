import { useSignal } from '@preact/signals'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import { type FormValues, isNothing } from '../../custom-fields/values.ts'
import { SelectField, TextAreaField, TextField } from '../../design/fields/field.tsx'
import { Icon } from '../../design/icons.tsx'
import { nameStatus } from '../../design/status/review-status.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import { isShown } from '../collections/paths.ts'
import { toTitle } from '../collections/title.ts'
import { texts as libraryTexts } from '../messages.ts'
import { TagForm } from '../selection/tag-popover.tsx'
import type { ClipChange } from '../writes/clip-change.ts'
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
  const { prId, description, statuses, may, writer, collections } = context
  const typed = useSignal<Readonly<Record<string, string | undefined>>>({})
  const values = useSignal<FormValues>({})
  const saving = useSignal<Saving | undefined>(undefined)
  const write = (change: ClipChange) => {
    saving.value = 'saving'
    const [sentTyped, sentValues] = [typed.value, values.value]
    void writer.change(ids, change).then(isDone => {
      saving.value = isDone ? 'saved' : 'refused'
      if (!isDone) return
      // What was typed while it was on its way stays, and is written in its turn.
      typed.value = withoutSent(typed.value, sentTyped)
      values.value = withoutSent(values.value, sentValues)
    })
  }
  const set = (members: Readonly<Record<string, unknown>>) => write({ what: 'set', members })
  const save = () => {
    const members = Object.fromEntries([
      ...Object.entries(typed.value).flatMap(([name, value]) =>
        value === undefined ? [] : [[toPointer(name), value.trim()]],
      ),
      ...Object.entries(values.value).map(([name, value]) => [
        toPointer('customFields', name),
        isNothing(value) || value === '' ? null : value,
      ]),
    ]) as Record<string, unknown>
    if (Object.keys(members).length > 0) set(members)
  }
  const status = findShared(clips.map(clip => clip.reviewStatus))
  const member = (name: 'description' | 'language') => {
    const shared = findShared(clips.map(clip => clip[name]))
    return {
      label: libraryTexts(name),
      value: typed.value[name] ?? (shared === 'mixed' ? '' : (shared.value ?? '')),
      ...(shared === 'mixed' && typed.value[name] === undefined
        ? { placeholder: texts('mixed') }
        : { placeholder: may.edit ? texts('empty') : '' }),
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
  const inside = collections.filter(isShown).flatMap(collection => {
    const count = clips.filter(clip => clip.collections.includes(collection.id)).length
    return count > 0 ? [{ collection, count }] : []
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus
    <div
      class="inspector-form"
      id="inspector-form"
      onFocusOut={save}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        typed.value = {}
        values.value = {}
      }}
    >
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
            if (value !== 'mixed') set({ '/reviewStatus': value })
          }}
        />
        <TextField {...member('language')} />
        <TextAreaField {...member('description')} rows={2} />
        <FieldForm
          prId={prId}
          fields={fields}
          values={{ ...sharedValues, ...values.value }}
          bearer={{ objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }}
          placeholder={may.edit ? texts('empty') : ''}
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
                  onClick={() => write({ what: 'tags', added: [], removed: [tag] })}
                >
                  <Icon name="x" size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
        {may.edit && <TagForm onTags={tags => write({ what: 'tags', added: tags, removed: [] })} />}
      </div>
      {inside.length > 0 && (
        <div class="inspector-section">
          <h3>{texts('inCollections')}</h3>
          <ul class="inspector-list">
            {inside.map(({ collection, count }) => (
              <li key={collection.id}>
                {count === clips.length
                  ? toTitle(collection)
                  : texts('tagOf', { tag: toTitle(collection), count, all: clips.length })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <SavedState saving={saving.value} />
    </div>
  )
}

/** The members that are not as they were sent. */
function withoutSent<Value>(
  now: Readonly<Record<string, Value>>,
  sent: Readonly<Record<string, Value>>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name]))
}
