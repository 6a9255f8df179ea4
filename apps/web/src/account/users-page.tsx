import { useSignal } from '@preact/signals'
import type { SolrDocument } from '@rushes/contract'
import { Shell } from '../app/shell.tsx'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Loaded } from '../design/loaded.tsx'
import { MoreButton } from '../design/more-button.tsx'
import { api } from '../platform/api.ts'
import { assign, bind } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { toWords } from '../platform/word-query.ts'
import { texts } from './administration-messages.ts'
import { NewUserForm } from './new-user-form.tsx'
import { UserDialog } from './user-dialog.tsx'
import '../design/sections.css'

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
    <Shell head={<h1 class="page-title">{texts('allUsers')}</h1>}>
      <div class="sections">
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
                <ul class="row-list">
                  {results.map(document => (
                    <li key={Number(document.id)}>
                      <Row document={document} onOpen={assign(opened, Number(document.id))} />
                    </li>
                  ))}
                </ul>
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
    </Shell>
  )
}

/** Each word anywhere in a name or an address. */
function toQuery(typed: string): string {
  const words = toWords(typed)
  if (words.length === 0) return '*:*'
  return words.map(word => `(${word}* OR username:${word}* OR email:${word}* OR city:${word}*)`).join(' AND ')
}

function Row({ document, onOpen }: { document: SolrDocument; onOpen: () => void }) {
  const { fullName, username, email, lastSeen, locked, disabled } = document
  const name = String(fullName ?? username)
  const seen = typeof lastSeen === 'string' ? Date.parse(lastSeen) : Number(lastSeen ?? 0)
  const facts = [String(username), String(email), ...(seen > 0 ? [texts('lastSeen', { date: formatDate(seen) })] : [])]
  return (
    <>
      <div class="row-main">
        <strong>{name}</strong>{' '}
        <span class="tags">
          {locked === true && <span class="tag">{texts('locked')}</span>}
          {disabled === true && <span class="tag">{texts('disabled')}</span>}
        </span>
        <p>{facts.join(' · ')}</p>
      </div>
      <Button aria-label={texts('editOf', { name })} onClick={onOpen}>
        {texts('edit')}
      </Button>
    </>
  )
}
