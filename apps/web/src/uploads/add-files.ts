import { tellError } from '../design/floating/toasts.tsx'
import { type FilePlace, showTray } from './uploads.ts'

/** Puts files in the queue, and shows it. */
export function addFiles(place: FilePlace, files: readonly File[]): void {
  if (files.length === 0) return
  import('./sending.ts').then(({ enqueue }) => enqueue(place, files)).catch(tellError)
  showTray(true)
}
