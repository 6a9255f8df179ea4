import { useSignal } from '@preact/signals'
import type { ShareObject } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { toLocalInput } from '../../platform/local-time.ts'
import { api } from '../../platform/reading/api.ts'
import { saveOver } from '../../platform/reading/stale-version.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { useGrantable } from '../grantable.ts'
import { texts } from '../messages.ts'
import { toShareDraft, toShareReplacement } from './share-draft.ts'
import { ShareFields } from './share-fields.tsx'

interface ShareSettingsProps {
  share: ShareObject
  onSaved: (share: ShareObject) => void
}

/** Everything about a share but its password. */
export function ShareSettings({ share, onSaved }: ShareSettingsProps) {
  const { id, productionId: prId = 0 } = share
  const saving = useSaving()
  const draft = useDraft(toShareDraft(share))
  const grantable = useGrantable(prId, share)
  const version = useSignal(share.version)
  // What the other forms of the page save is no change of somebody else.
  version.value = Math.max(version.value, share.version)
  // The end that another form of the page has set; whatever else is typed here stays.
  useEffect(() => draft.change({ expires: toLocalInput(share.expires) }), [share.expires])
  const save = async () => {
    const isSaved = await saving.run(async () => {
      onSaved(
        await saveOver(version, held =>
          api.sharing.updateShare({ prId, id, body: toShareReplacement(draft.values, share, held) }),
        ),
      )
    })
    if (isSaved) tell(designTexts('saved'))
  }
  return (
    <section class="section">
      <h2>{texts('settings')}</h2>
      <Form saving={saving} onSubmit={() => void save()} label={texts('settings')}>
        <ShareFields draft={draft} saving={saving} grantable={grantable} />
        <FormEnd saving={saving} />
      </Form>
    </section>
  )
}
