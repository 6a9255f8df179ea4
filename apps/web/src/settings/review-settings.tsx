import { type ReviewStatusKind, reviewStatusKinds } from '@rushes/contract'
import { SelectField, TextField } from '../design/fields/field.tsx'
import { OrderedRows } from '../design/fields/ordered-rows.tsx'
import { findMeaning } from '../design/status/review-status.ts'
import { texts } from './messages.ts'
import { SettingForm, type SettingTabProps, toItems, toMembers } from './setting-form.tsx'

/** A review status; a bare text is its id. Members that the form does not know stay. */
interface Status {
  readonly id: string
  readonly label: string
  readonly color: string
  readonly kind?: ReviewStatusKind | undefined
  readonly others: object
}

const noColour = '#808080'

/** The review statuses that clips may have, in the order in which they are offered. */
export function ReviewSettings(props: SettingTabProps) {
  const { possibleValues, ...others } = toMembers(props.settings.reviewStatusConfig)
  return (
    <SettingForm
      {...props}
      name="reviewStatusConfig"
      title={texts('reviewStatuses')}
      hint={texts('reviewStatusesHint')}
      read={setting => toItems(toMembers(setting).possibleValues).map(toStatus)}
      write={statuses => ({ ...others, possibleValues: statuses.map(fromStatus) })}
    >
      {(statuses, change, saving) => (
        <OrderedRows
          label={texts('reviewStatuses')}
          items={statuses}
          nameOf={({ label, id }) => label || id}
          createItem={(): Status => ({ id: '', label: '', color: noColour, others: {} })}
          addText={texts('addStatus')}
          onChange={change}
        >
          {(status, changeStatus, index) => (
            <>
              <TextField
                label={texts('statusLabel')}
                value={status.label}
                error={saving.at(`/reviewStatusConfig/possibleValues/${index}/label`)}
                onValue={label => changeStatus({ ...status, label })}
              />
              <TextField
                label={texts('statusId')}
                value={status.id}
                error={saving.at(`/reviewStatusConfig/possibleValues/${index}/id`)}
                onValue={id => changeStatus({ ...status, id })}
              />
              <SelectField
                label={texts('meaning')}
                value={findMeaning(status) ?? ''}
                options={[
                  // Some ids have a meaning of their own.
                  ...(findMeaning({ id: status.id }) ? [] : [['', texts('ownMeaning')] as const]),
                  ...reviewStatusKinds.map(kind => [kind, texts(kind)] as const),
                ]}
                error={saving.at(`/reviewStatusConfig/possibleValues/${index}/kind`)}
                onValue={kind => changeStatus({ ...status, kind: kind === '' ? undefined : kind })}
              />
              <TextField
                label={texts('colour')}
                type="color"
                value={status.color}
                onValue={color => changeStatus({ ...status, color })}
              />
            </>
          )}
        </OrderedRows>
      )}
    </SettingForm>
  )
}

function toStatus(value: unknown): Status {
  if (typeof value === 'string') return { id: value, label: value, color: noColour, others: {} }
  const { id, label, color, kind, ...others } = toMembers(value)
  return {
    id: String(id ?? ''),
    label: String(label ?? id ?? ''),
    color: typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : noColour,
    kind: reviewStatusKinds.find(known => known === kind),
    others,
  }
}

/** Grey is what a status without a colour has. */
function fromStatus({ id, label, color, kind, others }: Status): object {
  return { ...others, id, label, ...(color === noColour ? {} : { color }), ...(kind && { kind }) }
}
