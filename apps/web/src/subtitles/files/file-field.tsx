import type { Signal } from '@preact/signals'
import { texts } from '../messages.ts'
import { acceptedExtensions } from './file-formats.ts'

/** Chooses a subtitle file. */
export function FileField({ file }: { file: Signal<File | undefined> }) {
  return (
    <label class="field">
      <span>{texts('file')}</span>
      <input
        class="input"
        type="file"
        accept={acceptedExtensions}
        required
        onChange={event => {
          file.value = event.currentTarget.files?.[0]
        }}
      />
    </label>
  )
}

/** Another one for another file. */
export function toFileKey({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}

/** The bytes of a file in base64. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
