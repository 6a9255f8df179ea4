import { useSignal } from '@preact/signals'
import type { Thesaurus } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { AccountFrame } from '../frame/account-frame.tsx'
import { assign } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { listThesauri } from './entries.ts'
import { texts } from './messages.ts'
import { ThesaurusForm } from './thesaurus-form.tsx'
import '../design/sections.css'
import './thesauri.css'

/** The thesauri of an account. */
export default function ThesauriPage(values: Record<string, string>) {
  const accountId = Number(values.accountId)
  const thesauri = useResource(signal => listThesauri(accountId, signal), [accountId])
  const edited = useSignal<Thesaurus | 'new' | undefined>(undefined)
  const removed = useSignal<Thesaurus | undefined>(undefined)
  const remove = async ({ id }: Thesaurus) => {
    await api.thesauri.deleteThesaurus({ accountId, id })
    thesauri.reload()
  }
  return (
    <AccountFrame accountId={accountId} here="thesauri">
      {({ held }) => {
        const mayManage = held.has('ACCOUNT_MANAGE')
        return (
          <div class="wide-section">
            <div class="page-head">
              <h2>{texts('thesauri')}</h2>
              {mayManage && (
                <Button icon="plus" kind="primary" onClick={assign(edited, 'new')}>
                  {texts('add')}
                </Button>
              )}
            </div>
            <p class="field-hint">{texts('hint')}</p>
            <Loaded resource={thesauri}>
              {items =>
                items.length === 0 ? (
                  <EmptyState text={texts('none')} />
                ) : (
                  <Records
                    label={texts('thesauri')}
                    columns={[
                      ['minmax(0, 4fr)', texts('label')],
                      ['minmax(0, 2fr)', texts('secondaryId')],
                      ['minmax(0, 3fr)', texts('linked')],
                      ['112px', ''],
                    ]}
                    items={items}
                    toKey={({ id }) => id}
                  >
                    {thesaurus => [
                      <RecordName
                        key="name"
                        name={
                          <Link href={`/app/account/${thesaurus.accountId}/thesaurus/${thesaurus.id}`}>
                            {thesaurus.label}
                          </Link>
                        }
                        facts={[`#${thesaurus.id}`]}
                      />,
                      thesaurus.secondaryId,
                      thesaurus.linkedThesaurus?.label,
                      mayManage && (
                        <Actions
                          key="actions"
                          name={thesaurus.label}
                          onEdit={assign(edited, thesaurus)}
                          onRemove={assign(removed, thesaurus)}
                        />
                      ),
                    ]}
                  </Records>
                )
              }
            </Loaded>
            {edited.value !== undefined && (
              <ThesaurusForm
                accountId={accountId}
                thesaurus={edited.value === 'new' ? undefined : edited.value}
                others={thesauri.data ?? []}
                onSaved={() => {
                  edited.value = undefined
                  thesauri.reload()
                }}
                onClose={assign(edited, undefined)}
              />
            )}
            {removed.value !== undefined && (
              <ConfirmDialog
                title={texts('removeTitle')}
                question={texts('removeQuestion', { name: removed.value.label })}
                action={texts('removeAction')}
                onConfirm={() => {
                  if (removed.value) remove(removed.value).catch(tellError)
                }}
                onClose={assign(removed, undefined)}
              />
            )}
          </div>
        )
      }}
    </AccountFrame>
  )
}

function Actions({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <div class="record-actions">
      <Button small aria-label={texts('edit', { name })} onClick={onEdit}>
        {designTexts('edit')}
      </Button>
      <Button kind="icon" icon="trash" aria-label={texts('remove', { name })} onClick={onRemove} />
    </div>
  )
}
