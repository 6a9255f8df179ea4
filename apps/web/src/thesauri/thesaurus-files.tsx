import { useSignal } from '@preact/signals'
import { FileBody, type Thesaurus, type ThesaurusImport } from '@rushes/contract'
import { useId } from 'preact/hooks'
import { describe, FieldFrame, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

/** Files of thesauri: how each is named in the address, by people, and at its end. */
const formats = [
  ['csv', 'CSV'],
  ['turtle', 'SKOS (Turtle)'],
  ['rdfxml', 'SKOS (RDF/XML)'],
] as const
const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ttl: 'text/turtle',
  rdf: 'application/rdf+xml',
  xml: 'application/rdf+xml',
}

interface ThesaurusFilesProps {
  thesaurus: Thesaurus
  mayManage: boolean
  onImported: () => void
}

/** The thesaurus as a file, and words from one. */
export function ThesaurusFiles({ thesaurus, mayManage, onImported }: ThesaurusFilesProps) {
  const { accountId, id } = thesaurus
  return (
    <details class="part">
      <summary>{texts('files')}</summary>
      <div class="form">
        <div class="exports">
          {formats.map(([format, name]) => (
            <a
              key={format}
              class="button"
              href={`/api/account/${accountId}/thesaurus/${id}/export?format=${format}`}
              download
            >
              {texts('export', { format: name })}
            </a>
          ))}
        </div>
        {mayManage && <ImportForm thesaurus={thesaurus} onImported={onImported} />}
      </div>
    </details>
  )
}

function ImportForm({ thesaurus: { accountId, id }, onImported }: Omit<ThesaurusFilesProps, 'mayManage'>) {
  const fieldId = useId()
  const file = useSignal<File | undefined>(undefined)
  const language = useSignal('')
  const report = useSignal<ThesaurusImport | undefined>(undefined)
  const saving = useSaving()
  const mediaType = mediaTypes[file.value?.name.split('.').at(-1)?.toLowerCase() ?? '']
  const labelled = {
    label: texts('importFile'),
    hint: texts('importHint'),
    error: file.value && mediaType === undefined ? texts('unknownFile') : undefined,
  }
  const read = () =>
    saving.run(async () => {
      report.value = undefined
      if (!file.value || mediaType === undefined) return
      const body = new FileBody(mediaType, new Uint8Array(await file.value.arrayBuffer()))
      const query = { waitForIndex: true, ...(language.value === '' ? {} : { language: language.value }) }
      report.value = await api.thesauri.importEntries({ accountId, id, body, query })
      onImported()
    })
  return (
    <Form saving={saving} onSubmit={read} label={texts('importAction')} isFleeting>
      <div class="form-columns">
        <FieldFrame {...labelled} id={fieldId}>
          <input
            type="file"
            class="input"
            accept=".csv,.ttl,.rdf,.xml"
            {...describe(fieldId, labelled)}
            onChange={event => {
              file.value = event.currentTarget.files?.[0]
              report.value = undefined
            }}
          />
        </FieldFrame>
        {mediaType !== undefined && mediaType !== 'text/csv' && (
          <TextField label={texts('importLanguage')} error={saving.at('language')} {...bind(language)} />
        )}
      </div>
      {report.value && <ImportReport report={report.value} />}
      <FormEnd saving={saving} action={texts('importAction')} kind="quiet" isDisabled={mediaType === undefined} />
    </Form>
  )
}

/** What an import did, and what of the file it did not take. */
function ImportReport({ report }: { report: ThesaurusImport }) {
  const { created, updated, unchanged, problemCount, problems } = report
  return (
    <div class="notice" role="status">
      <p>{texts('imported', { created, updated, unchanged })}</p>
      {problemCount > 0 && (
        <>
          <p>{texts('problems', { count: problemCount })}</p>
          <ul>
            {problems.map(({ place, message }) => (
              <li key={`${place} ${message}`}>
                {place}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
