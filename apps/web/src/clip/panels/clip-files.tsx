import type { MediaObjectInstance } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { formatBytes } from '../../platform/translations.ts'
import { downloadInstance } from '../../review/files/downloads.tsx'
import { texts } from './messages.ts'
import './panels.css'

interface ClipFilesProps {
  prId: number
  files: readonly MediaObjectInstance[]
  /** Whether originals may be downloaded; what was made of them may be by everyone who sees the clip. */
  mayDownload: boolean
}

const kinds = {
  RAW: 'fileRaw',
  PROXY: 'fileProxy',
  THUMB: 'fileThumb',
  WAVEFORM: 'fileWave',
  STITCH: 'fileStitch',
} as const

function nameKind(type: MediaObjectInstance['type']): string {
  const known = Object.entries(kinds).find(([kind]) => kind === type)
  return known ? texts(known[1]) : String(type)
}

/** What a file is for; the profile of a poster says it again. */
function nameFile({ type, profile }: MediaObjectInstance): string {
  return [nameKind(type), type === 'THUMB' ? undefined : profile].filter(Boolean).join(' ')
}

/** The files of a clip of which nothing more is known yet. */
export function FilesOfClip({ prId, moId, mayDownload }: { prId: number; moId: number; mayDownload: boolean }) {
  const files = useResource(
    async signal => (await api.media.listInstances({ prId, id: moId, signal })).items,
    [prId, moId],
  )
  return <Loaded resource={files}>{all => <ClipFiles prId={prId} files={all} mayDownload={mayDownload} />}</Loaded>
}

/** The files of a clip: the original, and what was made of it. */
export function ClipFiles({ prId, files, mayDownload }: ClipFilesProps) {
  return (
    <section class="clip-panel">
      <h2>{texts('files')}</h2>
      {files.length === 0 ? (
        <EmptyState text={texts('noFiles')} />
      ) : (
        <ul class="clip-files">
          {files.map(file => (
            <li key={file.id}>
              <div>
                <strong>{nameFile(file)}</strong>
                <dl>
                  {listFacts(file).map(([name, value]) => (
                    <>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </>
                  ))}
                </dl>
              </div>
              {(mayDownload || file.type !== 'RAW') && (
                <Button
                  kind="icon"
                  icon="download"
                  aria-label={`${texts('download')}: ${nameKind(file.type)} ${file.id}`}
                  onClick={() => {
                    downloadInstance(api, prId, file).catch(tellError)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function listFacts(file: MediaObjectInstance): (readonly [name: string, value: string])[] {
  const { fileName = '', mimeType = '', size } = file
  const facts = [
    [texts('fileName'), fileName],
    [texts('fileFormat'), mimeType],
    [texts('fileSize'), size === undefined ? '' : formatBytes(size)],
    [texts('fileTracks'), describeTracks(file)],
  ] as const
  return facts.filter(([, value]) => value !== '')
}

function describeTracks({ tracks = [] }: MediaObjectInstance): string {
  return tracks
    .map(({ type, codingFormat, width, height, channels }) =>
      [
        `${type.slice(0, 1)}${type.slice(1).toLowerCase()}`,
        codingFormat,
        width === undefined || height === undefined ? undefined : `${width}×${height}`,
        channels === undefined ? undefined : `${channels} ch`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}
