import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { CopiedText } from '../design/copying/copied-text.tsx'
import { Button } from '../design/fields/button.tsx'
import { TextAreaField, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { ConfirmDialog, Dialog } from '../design/floating/dialog.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { AccountFrame } from '../frame/account-frame.tsx'
import { assign, bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { readJson } from '../platform/reading/read-json.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './workspace-messages.ts'
import '../design/sections.css'

/** What planning systems make of products by their events: the workspaces, by which templates, and who is notified. */
export default function WorkspacesPage(values: Record<string, string>) {
  const accountId = Number(values.accountId)
  const settings = useResource(signal => api.accounts.getAccountSettings({ id: accountId, signal }), [accountId])
  return (
    <AccountFrame accountId={accountId} here="workspaces">
      {() => (
        <div class="sections">
          <section class="section">
            <h2>{texts('workspaces')}</h2>
            <p>{texts('hint')}</p>
            <WorkspaceList accountId={accountId} />
          </section>
          <Loaded resource={settings}>
            {data => (
              <>
                <Templates accountId={accountId} setting={data.deliveryRequestTemplateGroups} />
                <Notices accountId={accountId} setting={data.deliveryWorkspaceBootstrapWebhookUrl} />
              </>
            )}
          </Loaded>
        </div>
      )}
    </AccountFrame>
  )
}

function WorkspaceList({ accountId }: { accountId: number }) {
  const workspaces = useResource(
    async signal => {
      const query = { sort: 'lastUpdated desc' }
      const all = await Array.fromAsync(listAll(api.productions.listProductions, { query, signal }, 500))
      return all.filter(production => production.accountId === accountId && production.type === 'DELIVERY')
    },
    [accountId],
  )
  return (
    <Loaded resource={workspaces}>
      {items =>
        items.length === 0 ? (
          <EmptyState text={texts('none')} />
        ) : (
          <Records
            label={texts('workspaces')}
            columns={[
              ['minmax(0, 3fr)', texts('workspace')],
              ['minmax(0, 2fr)', texts('created')],
            ]}
            items={items}
            toKey={({ id = 0 }) => id}
          >
            {({ id, name, created }) => [
              <RecordName key="name" name={<Link href={`/app/production/${id}/deliveries`}>{name}</Link>} />,
              formatDate(created),
            ]}
          </Records>
        )
      }
    </Loaded>
  )
}

/** The template groups as JSON, which planning systems name by their handles. */
function Templates({ accountId, setting }: { accountId: number; setting: unknown }) {
  const typed = useSignal(JSON.stringify(setting ?? [], null, 2))
  const saving = useSaving()
  const groups = readJson(typed.value)
  const save = async () => {
    if (!Array.isArray(groups)) return
    const key = 'deliveryRequestTemplateGroups'
    const isSaved = await saving.run(() => api.accounts.updateAccountSetting({ id: accountId, key, body: groups }))
    if (isSaved) tell(texts('saved'))
  }
  return (
    <section class="section">
      <h2>{texts('templates')}</h2>
      <Form saving={saving} onSubmit={save} label={texts('templates')}>
        <TextAreaField
          label={texts('groups')}
          hint={texts('groupsHint')}
          rows={12}
          error={Array.isArray(groups) ? saving.at('/deliveryRequestTemplateGroups') : texts('notList')}
          {...bind(typed)}
        />
        <FormEnd saving={saving} isDisabled={!Array.isArray(groups)} />
      </Form>
    </section>
  )
}

/** Where the service tells what became of an announcement, and the secret that signs it. */
function Notices({ accountId: id, setting }: { accountId: number; setting: unknown }) {
  const url = useSignal(typeof setting === 'string' ? setting : '')
  const secret = useSignal<string | undefined>(undefined)
  const isRemoving = useSignal(false)
  const saving = useSaving()
  const save = async () => {
    const key = 'deliveryWorkspaceBootstrapWebhookUrl'
    if (await saving.run(() => api.accounts.updateAccountSetting({ id, key, body: url.value }))) tell(texts('saved'))
  }
  const renew = async () => {
    secret.value = (await api.delivery.renewNoticeSecret({ id })).secret
  }
  const remove = async () => {
    await api.delivery.removeNoticeSecret({ id })
    tell(texts('unsigned'))
  }
  return (
    <section class="section">
      <h2>{texts('notices')}</h2>
      <Form saving={saving} onSubmit={save} label={texts('notices')}>
        <TextField
          label={texts('url')}
          hint={texts('urlHint')}
          error={saving.at('/deliveryWorkspaceBootstrapWebhookUrl')}
          {...bind(url)}
        />
        <FormEnd saving={saving}>
          <Button
            onClick={() => {
              renew().catch(tellError)
            }}
          >
            {texts('newSecret')}
          </Button>
          <Button onClick={assign(isRemoving, true)}>{texts('noSecret')}</Button>
        </FormEnd>
      </Form>
      {secret.value !== undefined && (
        <Dialog title={texts('newSecret')} onClose={assign(secret, undefined)}>
          <CopiedText label={texts('secret')} hint={texts('secretHint')} value={secret.value} />
        </Dialog>
      )}
      {isRemoving.value && (
        <ConfirmDialog
          title={texts('noSecret')}
          question={texts('noSecretQuestion')}
          action={texts('noSecret')}
          onConfirm={() => {
            remove().catch(tellError)
          }}
          onClose={assign(isRemoving, false)}
        />
      )}
    </section>
  )
}
