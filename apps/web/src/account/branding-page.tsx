import type { AccountBranding } from '@rushes/contract'
import { TextAreaField, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { AccountFrame } from '../frame/account-frame.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './administration-messages.ts'
import '../design/sections.css'

/** How an account looks to those who see its pages. */
export default function BrandingPage(values: Record<string, string>) {
  const accountId = Number(values.accountId)
  const branding = useResource(signal => api.accounts.getBranding({ accountId, signal }), [accountId])
  return (
    <AccountFrame accountId={accountId} here="branding">
      {() => (
        <div class="sections">
          <section class="section">
            <h2>{texts('branding')}</h2>
            <p>{texts('brandingHint')}</p>
            <Loaded resource={branding}>{stored => <BrandingForm accountId={accountId} stored={stored} />}</Loaded>
          </section>
        </div>
      )}
    </AccountFrame>
  )
}

const lines = [
  'headerText',
  'headerLogoUrl',
  'headerBackgroundColor',
  'brandingWebsiteLink',
  'helpCenterLink',
  'privacyStatementLink',
  'defaultMailSupportEmail',
] as const
const hints = { headerLogoUrl: 'headerLogoHint', headerBackgroundColor: 'headerBackgroundColorHint' } as const
type Name = (typeof lines)[number] | 'customCssVars'

function BrandingForm({ accountId, stored }: { accountId: number; stored: AccountBranding }) {
  const saving = useSaving()
  const names: readonly Name[] = [...lines, 'customCssVars']
  const draft = useDraft(
    Object.fromEntries(names.map(name => [name, stored[name] ?? ''])) as { [name in Name]: string },
  )
  const save = async () => {
    const isSaved = await saving.run(async () => {
      const { accountId: _own, ...kept } = stored
      const typed = Object.fromEntries(names.map(name => [name, draft.values[name].trim()]))
      await api.accounts.updateBranding({ accountId, body: { ...kept, ...typed } })
    })
    if (isSaved) tell(designTexts('saved'))
  }
  return (
    <Form saving={saving} onSubmit={() => void save()} label={texts('branding')}>
      <div class="columns">
        {lines.map(name => (
          <TextField
            key={name}
            label={texts(name)}
            hint={name in hints ? texts(hints[name as keyof typeof hints]) : undefined}
            error={saving.at(`/${name}`)}
            {...draft.text(name)}
          />
        ))}
      </div>
      <TextAreaField
        label={texts('customCssVars')}
        hint={texts('customCssVarsHint')}
        error={saving.at('/customCssVars')}
        {...draft.text('customCssVars')}
      />
      <FormEnd saving={saving} />
    </Form>
  )
}
