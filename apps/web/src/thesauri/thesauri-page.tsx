import { useSignal } from '@preact/signals'
import type { Thesaurus } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
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
                  <p class="notice">{texts('none')}</p>
                ) : (
                  <ul class="thesauri">
                    {items.map(thesaurus => (
                      <ThesaurusLine
                        key={thesaurus.id}
                        thesaurus={thesaurus}
                        mayManage={mayManage}
                        onEdit={assign(edited, thesaurus)}
                        onRemove={assign(removed, thesaurus)}
                      />
                    ))}
                  </ul>
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

interface ThesaurusLineProps {
  thesaurus: Thesaurus
  mayManage: boolean
  onEdit: () => void
  onRemove: () => void
}

function ThesaurusLine({ thesaurus, mayManage, onEdit, onRemove }: ThesaurusLineProps) {
  const { id, accountId, label: name, secondaryId, linkedThesaurus } = thesaurus
  const facts = [`#${id}`, secondaryId, linkedThesaurus && texts('below', { name: linkedThesaurus.label })]
  return (
    <li class="thesaurus">
      <div>
        <h3>
          <Link href={`/app/account/${accountId}/thesaurus/${id}`}>{name}</Link>
        </h3>
        <div class="field-hint">{facts.filter(fact => fact !== undefined).join(' · ')}</div>
      </div>
      {mayManage && (
        <div class="actions">
          <Button aria-label={texts('edit', { name })} onClick={onEdit}>
            {designTexts('edit')}
          </Button>
          <Button kind="icon" icon="x" aria-label={texts('remove', { name })} onClick={onRemove} />
        </div>
      )}
    </li>
  )
}
