import { type FormFieldDefinition, formFieldTypes } from '@rushes/contract'
import { CheckField, SelectField, TextField } from '../../design/fields/field.tsx'
import { OrderedRows } from '../../design/fields/ordered-rows.tsx'
import { toPointer } from '../../platform/reading/faults.ts'
import type { Saving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'

/** A field of a form that is being defined; its name is typed as well. */
export interface NamedField {
  readonly name: string
  readonly definition: FormFieldDefinition
}

/** The fields of a form in their order, as rows to edit. */
export function toNamedFields(fields: Readonly<Record<string, FormFieldDefinition>> = {}): NamedField[] {
  return Object.entries(fields)
    .map(([name, definition]) => ({ name, definition }))
    .sort((a, b) => (a.definition.order ?? Infinity) - (b.definition.order ?? Infinity))
}

/** The rows as the fields of a form, numbered in their order; of two with one name the last counts. */
export function fromNamedFields(rows: readonly NamedField[]): Record<string, FormFieldDefinition> {
  return Object.fromEntries(rows.map(({ name, definition }, index) => [name, { ...definition, order: index + 1 }]))
}

interface FormDefinitionProps {
  label: string
  rows: readonly NamedField[]
  saving: Saving
  /** JSON Pointer of the definition in what is saved. */
  base: string
  onChange: (rows: NamedField[]) => void
}

/** What a form asks for: fields with their names, types, and whether they must be filled in. */
export function FormDefinition({ label, rows, saving, base, onChange }: FormDefinitionProps) {
  return (
    <OrderedRows
      label={label}
      items={rows}
      nameOf={({ name }) => name}
      createItem={(): NamedField => ({ name: '', definition: {} })}
      addText={texts('add')}
      onChange={onChange}
    >
      {({ name, definition }, change) => {
        const set = (member: keyof FormFieldDefinition, value: unknown) => {
          const entries = Object.entries({ ...definition, [member]: value }).filter(([, held]) => held !== undefined)
          change({ name, definition: Object.fromEntries(entries) })
        }
        const at = base + toPointer('fields', name)
        return (
          <>
            <TextField
              label={texts('name')}
              error={saving.at(at)}
              required
              value={name}
              onValue={value => change({ name: value, definition })}
            />
            <TextField
              label={texts('label')}
              value={definition.label ?? ''}
              onValue={value => set('label', value === '' ? undefined : value)}
            />
            <SelectField
              label={texts('type')}
              value={definition.type ?? 'STRING'}
              options={formFieldTypes.map(type => [type, texts(type)] as const)}
              onValue={value => set('type', value)}
            />
            <CheckField
              label={texts('required')}
              checked={definition.required === true}
              onValue={value => set('required', value || undefined)}
            />
          </>
        )
      }}
    </OrderedRows>
  )
}
