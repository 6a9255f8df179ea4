import type { SharePermission } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { CheckField, ChoiceGroup, TextAreaField, TextField } from '../../design/fields/field.tsx'
import type { Draft } from '../../platform/writes/draft.ts'
import type { Saving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import type { OfferedPermission, ShareDraft } from './share-draft.ts'

interface ShareFieldsProps {
  draft: Draft<ShareDraft>
  saving: Saving
  grantable: readonly OfferedPermission[]
  /** The title of a share without one of its own. */
  defaultLabel?: string | undefined
  /** The password, where it is part of the form. */
  password?: ComponentChildren
  /** Who is notified, where it is part of the form. */
  users?: ComponentChildren
}

/** What a share shows of itself, for how long, and what its visitors may do; what is rarely changed is folded. */
export function ShareFields({ draft, saving, grantable, defaultLabel, password, users }: ShareFieldsProps) {
  const { permissions, identifyUser, askEmail, overviewVisible } = draft.values
  return (
    <>
      <TextField
        label={texts('label')}
        hint={texts('labelHint')}
        placeholder={defaultLabel}
        error={saving.at('/label')}
        {...draft.text('label')}
      />
      <ChoiceGroup
        label={texts('permissions')}
        hint={texts('permissionsHint')}
        options={grantable.map(name => [name, texts(name)] as const)}
        chosen={permissions}
        error={saving.at('/permissions')}
        onChosen={chosen => draft.change({ permissions: chosen as SharePermission[] })}
      />
      {password}
      <TextField
        label={texts('expires')}
        hint={texts('expiresHint')}
        type="datetime-local"
        error={saving.at('/expires')}
        {...draft.text('expires')}
      />
      <TextAreaField
        label={texts('description')}
        hint={texts('descriptionHint')}
        rows={3}
        error={saving.at('/description')}
        {...draft.text('description')}
      />
      {users}
      <details class="part">
        <summary>{texts('moreSettings')}</summary>
        <div class="form">
          <div>
            <CheckField
              label={texts('identifyUser')}
              checked={identifyUser}
              onValue={isWanted => draft.change({ identifyUser: isWanted })}
            />
            <CheckField
              label={texts('askEmail')}
              checked={askEmail}
              onValue={isWanted => draft.change({ askEmail: isWanted })}
            />
            <CheckField
              label={texts('overviewVisible')}
              checked={overviewVisible}
              onValue={isWanted => draft.change({ overviewVisible: isWanted })}
            />
          </div>
          <TextField
            label={texts('callbackURL')}
            hint={texts('callbackHint')}
            type="url"
            error={saving.at('/callbackURL')}
            {...draft.text('callbackURL')}
          />
        </div>
      </details>
    </>
  )
}
