import { useId } from 'preact/hooks'
import { TextField } from '../design/fields/field.tsx'
import { OrderedRows } from '../design/fields/ordered-rows.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './messages.ts'
import { SettingForm, type SettingTabProps, toItems, toMembers } from './setting-form.tsx'

interface Grouping {
  readonly label: string
  /** As typed, one below the other by commas. */
  readonly fields: string
  readonly others: object
}

/** Fields that every production has; custom fields come from their description. */
const commonFields = ['reviewStatus', 'mediaObjectType', 'language', 'merged_tags', 'categoryName', 'funnel']

/** "`libraryGroupings`": by which fields, one within the other, the library is shown. */
export function GroupingSettings(props: SettingTabProps) {
  const { prId } = props
  const id = useId()
  const described = useResource(signal => api.customFields.getAnnotationFields({ prId, signal }), [prId])
  const names = [...commonFields, ...Object.keys(described.data?.fields ?? {}).map(name => `customFields.${name}`)]
  return (
    <SettingForm
      {...props}
      name="libraryGroupings"
      title={texts('groupings')}
      hint={texts('groupingsHint')}
      read={setting => toItems(setting).map(toGrouping)}
      write={groupings => groupings.map(fromGrouping)}
    >
      {(groupings, change, saving) => (
        <>
          <OrderedRows
            label={texts('groupings')}
            items={groupings}
            nameOf={({ label }) => label}
            createItem={() => ({ label: '', fields: '', others: {} })}
            addText={texts('addGrouping')}
            onChange={change}
          >
            {(grouping, changeGrouping, index) => (
              <>
                <TextField
                  label={texts('groupingLabel')}
                  value={grouping.label}
                  error={saving.at(`/libraryGroupings/${index}/label`)}
                  onValue={label => changeGrouping({ ...grouping, label })}
                />
                <TextField
                  label={texts('groupingFields')}
                  list={id}
                  value={grouping.fields}
                  error={saving.at(`/libraryGroupings/${index}/fields`)}
                  onValue={fields => changeGrouping({ ...grouping, fields })}
                />
              </>
            )}
          </OrderedRows>
          <datalist id={id}>
            {names.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </SettingForm>
  )
}

function toGrouping(value: unknown): Grouping {
  const { label, fields, ...others } = toMembers(value)
  return { label: String(label ?? ''), fields: toItems(fields).join(', '), others }
}

/** A grouping without a field is refused by the service, at its field. */
function fromGrouping({ label, fields, others }: Grouping): object {
  return { ...others, label, fields: fields.split(',').map(field => field.trim()) }
}
