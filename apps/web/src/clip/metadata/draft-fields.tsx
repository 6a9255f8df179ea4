import type { CustomFieldsDescription } from '@rushes/contract'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import { TextAreaField, TextField } from '../../design/fields/field.tsx'
import type { Draft } from '../clip-record.ts'
import { texts } from './messages.ts'

interface DraftFieldsProps {
  prId: number
  draft: Draft
  description: CustomFieldsDescription | undefined
  bearer: { objectType: string; funnel?: string }
  disabled: boolean
  /** What is wrong with a member, by its path. */
  faultAt?: (...path: string[]) => string | undefined
  onDraft: (draft: Draft) => void
}

/** The fields that describe a clip or a part of it, the same wherever it is described. */
export function DraftFields({
  prId,
  draft,
  description,
  bearer,
  disabled,
  faultAt = () => undefined,
  onDraft,
}: DraftFieldsProps) {
  const placeholder = disabled ? '' : texts('empty')
  const toProps = (name: 'name' | 'description' | 'tags' | 'language') => ({
    label: texts(name),
    value: draft.texts[name] ?? '',
    error: faultAt(name),
    placeholder,
    disabled,
    onValue: (value: string) => onDraft({ ...draft, texts: { ...draft.texts, [name]: value } }),
  })
  return (
    <>
      {draft.texts.name !== undefined && <TextField {...toProps('name')} />}
      <TextAreaField {...toProps('description')} rows={3} />
      <TextField {...toProps('tags')} placeholder={disabled ? '' : texts('tagsHint')} />
      <TextField {...toProps('language')} />
      <FieldForm
        prId={prId}
        fields={description?.fields}
        values={draft.fields}
        errors={name => faultAt('customFields', name)}
        bearer={bearer}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(name, value) => onDraft({ ...draft, fields: { ...draft.fields, [name]: value } })}
      />
    </>
  )
}
