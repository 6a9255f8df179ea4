import type { MediaObjectInstance } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { formatBytes } from '../platform/translations.ts'
import { downloadInstance } from '../review/downloads.tsx'
import { texts } from './messages.ts'

interface ClipFilesProps {
  prId: number
  files: readonly MediaObjectInstance[]
  /** Whether originals may be downloaded; what was made of them may be by everyone who sees the clip. */
  mayDownload: boolean
}

/** The files of a clip: the original, and what was made of it. */
export function ClipFiles({ prId, files, mayDownload }: ClipFilesProps) {
  return (
    <section class="clip-panel" data-wide="true">
      <h2>{texts('files')}</h2>
      {files.length === 0 ? (
        <p class="field-hint">{texts('noFiles')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <div class="scroll-x" tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{texts('fileKind')}</th>
                <th scope="col">{texts('fileFormat')}</th>
                <th scope="col">{texts('fileSize')}</th>
                <th scope="col">{texts('fileTracks')}</th>
                <th scope="col">{texts('download')}</th>
              </tr>
            </thead>
            <tbody>
              {files.map(file => (
                <tr key={file.id}>
                  <td>{[file.type, file.profile, file.fileName].filter(Boolean).join(' · ')}</td>
                  <td>{file.mimeType}</td>
                  <td>{file.size === undefined ? '' : formatBytes(file.size)}</td>
                  <td>{describeTracks(file)}</td>
                  <td>
                    {(mayDownload || file.type !== 'RAW') && (
                      <Button
                        aria-label={`${texts('download')}: ${file.type} ${file.id}`}
                        onClick={() => {
                          downloadInstance(api, prId, file).catch(tellError)
                        }}
                      >
                        ↓
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function describeTracks({ tracks = [] }: MediaObjectInstance): string {
  return tracks
    .map(({ type, codingFormat, width, height, channels }) =>
      [
        type,
        codingFormat,
        width === undefined || height === undefined ? undefined : `${width}×${height}`,
        channels === undefined ? undefined : `${channels} ch`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}
