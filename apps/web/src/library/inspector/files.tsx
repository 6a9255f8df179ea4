import { Button } from '../../design/fields/button.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { formatBytes } from '../../platform/translations.ts'
import { downloadInstance } from '../../review/files/downloads.tsx'
import { texts as libraryTexts } from '../messages.ts'

/** The files of a clip; the original for those who may have it. */
export function Files({ prId, id, mayDownload }: { prId: number; id: number; mayDownload: boolean }) {
  const files = useResource(async signal => (await api.media.listInstances({ prId, id, signal })).items, [prId, id])
  return (
    <div class="inspector-section">
      <Loaded resource={files}>
        {all => (
          <ul class="inspector-list">
            {all.map(file => (
              <li class="inspector-file" key={file.id}>
                <span>
                  {file.fileName ?? file.type}
                  <span class="field-hint num">{[file.type, file.mimeType, formatBytes(file.size)].join(' · ')}</span>
                </span>
                {(mayDownload || file.type !== 'RAW') && (
                  <Button
                    small
                    kind="icon"
                    icon="download"
                    aria-label={`${libraryTexts('download')}: ${file.fileName ?? file.type}`}
                    onClick={() => {
                      downloadInstance(api, prId, file).catch(tellError)
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}
