import { useId } from 'preact/hooks'
import { Icon } from '../design/icons.tsx'
import { addFiles } from './add-files.ts'
import { texts } from './messages.ts'
import type { FilePlace } from './uploads.ts'
import './uploads.css'

/** Of the field for files, which other parts of the page open too. */
const filesId = 'upload-files'

/** Lets the person choose files to upload. */
export function chooseFiles(): void {
  document.getElementById(filesId)?.click()
}

/** Buttons that add files and folders. */
export function UploadButtons({ place }: { place: FilePlace }) {
  const folderId = useId()
  const choose = (id: string, isFolder: boolean) => (
    <span class="uploads-choice">
      <label class="button" for={id} data-kind={isFolder ? 'quiet' : undefined}>
        <Icon name={isFolder ? 'folder' : 'upload'} size={14} />
        <span aria-hidden="true">{texts(isFolder ? 'uploadFolder' : 'upload')}</span>
        <span class="only-heard">{texts(isFolder ? 'uploadFolder' : 'uploadFiles')}</span>
      </label>
      <input
        class="only-heard"
        id={id}
        type="file"
        aria-label={texts(isFolder ? 'uploadFolder' : 'uploadFiles')}
        multiple
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={event => {
          addFiles(place, [...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </span>
  )
  return (
    <>
      {choose(filesId, false)}
      {choose(folderId, true)}
    </>
  )
}
