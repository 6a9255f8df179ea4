import { useSignal } from '@preact/signals'
import type { SolrDocument } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { TextField } from '../../design/fields/field.tsx'
import { MoreButton } from '../../design/fields/more-button.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { RecordName, Records } from '../../design/lists/records.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { Status } from '../../design/status/status.tsx'
import { SettingsPlace } from '../../frame/account-frame.tsx'
import { AccountList } from '../../frame/shell/account-list.tsx'
import { assign, bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { getQuery, setQuery } from '../../platform/router.tsx'
import { formatDate } from '../../platform/translations.ts'
import { toWords } from '../../platform/word-query.ts'
import { texts } from '../administration-messages.ts'
import { NewUserForm } from './new-user-form.tsx'
import { UserDialog } from './user-dialog.tsx'
import '../../design/sections.css'

const pageSize = 50

/** The users of the service, for those who support it: found, made, locked, disabled, helped back in. */
export default function UsersPage() {
  const q = getQuery('q') ?? ''
  const rows = useSignal(pageSize)
  const typed = useSignal(q)
  const found = useResource(
    signal =>
      api.accounts.searchUsers({ query: { q: toQuery(q), rows: rows.value, sort: 'username asc,id asc' }, signal }),
    [q, rows.value],
  )
  const opened = useSignal<number | undefined>(undefined)
  const isMaking = useSignal(false)
  return (
    <SettingsPlace trail={[{ text: texts('allUsers') }]} side={<AccountList />}>
      <div class="wide-section">
        <section class="section">
          <form
            class="form"
            onSubmit={event => {
              event.preventDefault()
              setQuery({ q: typed.value })
            }}
          >
            <TextField label={texts('search')} hint={texts('searchHint')} type="search" {...bind(typed)} />
          </form>
          <Loaded resource={found}>
            {({ numFound, results }) => (
              <>
                <Button kind="primary" onClick={assign(isMaking, true)}>
                  {texts('newUser')}
                </Button>
                <p role="status">{numFound === 0 ? texts('noUsers') : texts('found', { count: numFound })}</p>
                {results.length > 0 && (
                  <Records
                    label={texts('allUsers')}
                    columns={[
                      ['minmax(0, 4fr)', texts('userName')],
                      ['minmax(0, 2fr)', texts('userState')],
                      ['minmax(0, 2fr)', texts('seen')],
                      ['64px', ''],
                    ]}
                    items={results}
                    toKey={({ id }) => Number(id)}
                  >
                    {document => toCells(document, assign(opened, Number(document.id)))}
                  </Records>
                )}
                <MoreButton count={numFound} most={rows} by={pageSize} />
              </>
            )}
          </Loaded>
        </section>
      </div>
      {isMaking.value && (
        <NewUserForm
          onClose={assign(isMaking, false)}
          onMade={() => {
            isMaking.value = false
            found.reload()
          }}
        />
      )}
      {opened.value !== undefined && (
        <UserDialog
          id={opened.value}
          onClose={() => {
            opened.value = undefined
            found.reload()
          }}
        />
      )}
    </SettingsPlace>
  )
}

/** Each word anywhere in a name or an address. */
function toQuery(typed: string): string {
  const words = toWords(typed)
  if (words.length === 0) return '*:*'
  return words.map(word => `(${word}* OR username:${word}* OR email:${word}* OR city:${word}*)`).join(' AND ')
}

function toCells(document: SolrDocument, onOpen: () => void): ComponentChildren[] {
  const { id, fullName, username, email, lastSeen, locked, disabled } = document
  const name = String(fullName ?? username)
  const seen = typeof lastSeen === 'string' ? Date.parse(lastSeen) : Number(lastSeen ?? 0)
  return [
    <>
      <Avatar name={name} id={Number(id)} size={28} />
      <RecordName name={name} facts={[String(username), String(email)]} />
    </>,
    disabled === true ? (
      <Status kind="danger">{texts('disabled')}</Status>
    ) : (
      locked === true && <Status kind="attention">{texts('locked')}</Status>
    ),
    seen > 0 && formatDate(seen),
    <Button key="edit" small aria-label={texts('editOf', { name })} onClick={onOpen}>
      {texts('edit')}
    </Button>,
  ]
}
