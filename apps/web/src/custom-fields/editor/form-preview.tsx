import { useSignal } from '@preact/signals'
import { SelectField } from '../../design/fields/field.tsx'
import type { DescribedFields } from '../described.ts'
import type { Kind } from '../descriptions.ts'
import { FieldForm } from '../field-form.tsx'
import { texts } from '../messages.ts'
import type { FormValues } from '../values.ts'

const bearers = {
  wholeClip: { objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' },
  subclip: { objectType: 'ClipAnnotation', funnel: 'ClipAnnotation' },
  collection: { objectType: 'EditorialObject' },
} as const

/** The form as others will see it; what is typed there goes nowhere. */
export function FormPreview({ prId, kind, fields }: { prId: number; kind: Kind; fields: DescribedFields }) {
  const chosen = useSignal<keyof typeof bearers>(kind === 'annotations' ? 'wholeClip' : 'collection')
  const values = useSignal<FormValues>({})
  return (
    <section class="fields-preview" aria-label={texts('preview')}>
      <h2>{texts('preview')}</h2>
      {kind === 'annotations' && (
        <SelectField
          label={texts('previewOf')}
          value={chosen.value}
          options={[
            ['wholeClip', texts('wholeClip')],
            ['subclip', texts('subclip')],
          ]}
          onValue={bearer => {
            chosen.value = bearer === 'subclip' ? 'subclip' : 'wholeClip'
          }}
        />
      )}
      <FieldForm
        prId={prId}
        fields={fields}
        bearer={bearers[chosen.value]}
        values={values.value}
        onChange={(name, value) => {
          values.value = { ...values.value, [name]: value }
        }}
      />
    </section>
  )
}
