import { useSignal } from '@preact/signals'
import type { Thesaurus } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { TextField } from '../design/fields/field.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { VirtualList } from '../design/lists/virtual-list.tsx'
import { AccountFrame } from '../frame/account-frame.tsx'
import { api, toMessage } from '../platform/reading/api.ts'
import { PagesInSight, usePagesInSight } from '../platform/reading/pages-in-sight.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, Link, setQuery } from '../platform/router.tsx'
import { type FoundEntry, findEntries, listThesauri } from './entries.ts'
import { EntryDialogs, type OpenEntry } from './entry-dialogs.tsx'
import { EntryLine } from './entry-line.tsx'
import { EntrySuggest } from './entry-suggest.tsx'
import { texts } from './messages.ts'
import { ThesaurusFiles } from './thesaurus-files.tsx'
import './thesauri.css'

const lineHeight = 64

/** The words of a thesaurus: searched, added, changed, moved, merged, deleted, imported and exported. */
export default function ThesaurusPage(values: Record<string, string>) {
  const accountId = Number(values.accountId)
  const id = Number(values.thId)
  const place = useResource(
    async signal => {
      const [thesaurus, all] = await Promise.all([
        api.thesauri.getThesaurus({ accountId, id, signal }),
        listThesauri(accountId, signal),
      ])
      return { thesaurus, children: all.filter(({ linkedThesaurusId }) => linkedThesaurusId === id) }
    },
    [accountId, id],
  )
  return (
    <AccountFrame accountId={accountId} here="thesauri">
      {({ held }) => (
        <Loaded resource={place}>
          {({ thesaurus, children }) => (
            <Words key={id} thesaurus={thesaurus} childThesauri={children} mayManage={held.has('ACCOUNT_MANAGE')} />
          )}
        </Loaded>
      )}
    </AccountFrame>
  )
}

interface WordsProps {
  thesaurus: Thesaurus
  /** Those whose words stand under words of this one. */
  childThesauri: readonly Thesaurus[]
  mayManage: boolean
}

function Words({ thesaurus, childThesauri, mayManage }: WordsProps) {
  const { accountId, id, label, linkedThesaurus } = thesaurus
  const q = getQuery('q') ?? ''
  const under = Number(getQuery('under')) || undefined
  const wanted = { thesaurus, typed: q, under, mayManage }
  const found = usePagesInSight(
    () => new PagesInSight<FoundEntry>((start, rows, signal) => findEntries(wanted, start, rows, signal)),
    [id, q, under, mayManage],
  )
  const open = useSignal<OpenEntry | undefined>(undefined)
  void found.turn.value
  const total = found.total.value
  return (
    <div class="words">
      <div class="page-head">
        <h2>{label}</h2>
        <Link href={`/app/account/${accountId}/thesauri`}>{texts('back')}</Link>
      </div>
      <div class="words-bar">
        <TextField
          label={texts('search')}
          type="search"
          placeholder={texts('searchHint')}
          value={q}
          onValue={value => setQuery({ q: value })}
        />
        {linkedThesaurus && <UnderField linked={linkedThesaurus} mayManage={mayManage} under={under} />}
        {mayManage && (
          <Button
            icon="plus"
            kind="primary"
            onClick={() => {
              open.value = { is: 'new', under }
            }}
          >
            {texts('addWord')}
          </Button>
        )}
        <span role="status">{total !== undefined && texts('words', { count: total })}</span>
      </div>
      {found.error.value !== undefined && (
        <p class="notice" data-kind="error" role="alert">
          {toMessage(found.error.value)}
        </p>
      )}
      {total === 0 && <p class="notice">{texts(q === '' && under === undefined ? 'noWordsYet' : 'noWords')}</p>}
      {total !== undefined && total > 0 && (
        <VirtualList
          count={total}
          rowHeight={lineHeight}
          label={texts('words', { count: total })}
          onRange={(first, end) => found.show(first, end)}
        >
          {index => {
            const entry = found.get(index)
            return entry ? (
              <EntryLine
                entry={entry}
                accountId={accountId}
                childThesauri={childThesauri}
                mayManage={mayManage}
                onOpen={is => {
                  open.value = { is, entry }
                }}
              />
            ) : null
          }}
        </VirtualList>
      )}
      <ThesaurusFiles thesaurus={thesaurus} mayManage={mayManage} onImported={() => found.reload()} />
      <EntryDialogs thesaurus={thesaurus} open={open} onChanged={() => found.reload()} />
    </div>
  )
}

/** Narrows the list to the words under one of the linked thesaurus. */
function UnderField({
  linked,
  mayManage,
  under,
}: {
  linked: Thesaurus
  mayManage: boolean
  under: number | undefined
}) {
  const { accountId, id } = linked
  const chosen = useResource(
    async signal =>
      under === undefined ? '' : (await api.thesauri.getEntry({ accountId, id, entryId: String(under), signal })).label,
    [under],
  )
  return (
    <EntrySuggest
      label={`${texts('under')}: ${linked.label}`}
      thesaurus={linked}
      mayManage={mayManage}
      value={chosen.data ?? ''}
      onChoose={entry => setQuery({ under: String(entry.id) })}
      onClear={() => setQuery({ under: undefined })}
    />
  )
}
