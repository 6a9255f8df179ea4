import type { DeliveryRequest, FormFieldDefinition } from '@rushes/contract'
import { listFormFields, toLabel } from '../../custom-fields/described.ts'
import { formatDate, formatNumber } from '../../platform/translations.ts'
import { texts } from './messages.ts'

interface FilledFormProps {
  fields: NonNullable<DeliveryRequest['formFieldsDefinition']>['fields']
  values: Readonly<Record<string, unknown>>
}

/** What a supplier has filled in, to be read; values without a field follow under their names. */
export function FilledForm({ fields = {}, values }: FilledFormProps) {
  const described = listFormFields(fields).map(
    field => [toLabel(field), writeValue(values[field.name], fields[field.name]?.type)] as const,
  )
  const others = Object.keys(values).filter(name => !Object.hasOwn(fields, name))
  const lines = [...described, ...others.map(name => [name, writeValue(values[name], undefined)] as const)]
  if (lines.length === 0) return null
  return (
    <section>
      <h4>{texts('form')}</h4>
      <dl class="filled">
        {lines.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function writeValue(value: unknown, type: FormFieldDefinition['type']): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'boolean') return texts(value ? 'yes' : 'no')
  const instant = type === 'DATE' ? toInstant(value) : undefined
  if (instant !== undefined) return formatDate(instant)
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toInstant(value: unknown): number | undefined {
  const instant = typeof value === 'number' ? value : Date.parse(String(value))
  return Number.isFinite(instant) ? instant : undefined
}
