import type { SharePermission } from '@rushes/contract'
import { CheckField, ChoiceGroup, TextAreaField, TextField } from '../../design/fields/field.tsx'
import type { Draft } from '../../platform/writes/draft.ts'
import type { Saving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import type { OfferedPermission, ShareDraft } from './share-draft.ts'

interface ShareFieldsProps {
  draft: Draft<ShareDraft>
  saving: Saving
  grantable: readonly OfferedPermission[]
}

/** What a share shows of itself, for how long, and what its visitors may do. */
export function ShareFields({ draft, saving, grantable }: ShareFieldsProps) {
  const { permissions, identifyUser, overviewVisible } = draft.values
  return (
    <>
      <TextField
        label={texts('label')}
        hint={texts('labelHint')}
        error={saving.at('/label')}
        {...draft.text('label')}
      />
      <TextAreaField
        label={texts('description')}
        hint={texts('descriptionHint')}
        rows={3}
        error={saving.at('/description')}
        {...draft.text('description')}
      />
      <ChoiceGroup
        label={texts('permissions')}
        hint={texts('permissionsHint')}
        options={grantable.map(name => [name, texts(name)] as const)}
        chosen={permissions}
        error={saving.at('/permissions')}
        onChosen={chosen => draft.change({ permissions: chosen as SharePermission[] })}
      />
      <div>
        <CheckField
          label={texts('identifyUser')}
          checked={identifyUser}
          onValue={isWanted => draft.change({ identifyUser: isWanted })}
        />
        <CheckField
          label={texts('overviewVisible')}
          checked={overviewVisible}
          onValue={isWanted => draft.change({ overviewVisible: isWanted })}
        />
      </div>
      <TextField
        label={texts('expires')}
        hint={texts('expiresHint')}
        type="datetime-local"
        error={saving.at('/expires')}
        {...draft.text('expires')}
      />
      <TextField
        label={texts('callbackURL')}
        hint={texts('callbackHint')}
        type="url"
        error={saving.at('/callbackURL')}
        {...draft.text('callbackURL')}
      />
    </>
  )
}
