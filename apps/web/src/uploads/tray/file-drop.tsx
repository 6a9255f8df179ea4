import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { tellError } from '../../design/floating/toasts.tsx'
import { getKnown, nearProduction } from '../../frame/production.ts'
import { addFiles } from '../add-files.ts'
import { type PagePlaces, pagePlaces } from '../page-places.ts'
import type { FilePlace } from '../uploads.ts'
import { texts } from './messages.ts'
import './ring.css'

/** The production of the page, or the one that was open last, where the user may upload to it. */
const near: PagePlaces = {
  at: () => {
    const entered = getKnown(nearProduction.peek())
    const { id, name = '' } = entered?.production ?? {}
    return id !== undefined && entered?.held.has('LIBRARY_UPLOAD') ? { prId: id, title: name } : undefined
  },
}

/** Files and folders can be dropped anywhere on any page; says where they go while they are held over it. */
export function FileDrop() {
  const over = useSignal<FilePlace | undefined>(undefined)
  useEffect(() => {
    const places = () => pagePlaces.peek() ?? near
    const end = () => {
      over.value = undefined
      places().onEnd?.()
    }
    const onDragOver = (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      over.value = places().at(event.clientX, event.clientY, count(event))
      if (!over.value && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) end()
    }
    const onDrop = (event: DragEvent) => {
      const { dataTransfer } = event
      if (!dataTransfer || !isOfFiles(event)) return
      // Else the browser would leave the page for the file.
      event.preventDefault()
      // The entries of a drop are there only while it is dispatched.
      const entries = [...dataTransfer.items].map(item => item.webkitGetAsEntry())
      const isFolder = entries.some(entry => entry?.isDirectory)
      // Where the page has said that they go; of a folder that is known only now.
      const told = isFolder ? undefined : over.peek()
      const place = told ?? places().at(event.clientX, event.clientY, isFolder ? 0 : count(event))
      end()
      if (!place) return
      import('../files/dropped-files.ts')
        .then(({ listDroppedFiles }) => listDroppedFiles(entries))
        .then(files => addFiles(place, files))
        .catch(tellError)
    }
    const listeners = { dragover: onDragOver, dragleave: onDragLeave, drop: onDrop }
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener)
    }
  }, [])
  return (
    <div class="uploads-target" data-over={over.value !== undefined}>
      {over.value && (
        <p>{texts(over.value.versionOf === undefined ? 'dropInto' : 'dropVersion', { title: over.value.title })}</p>
      )}
    </div>
  )
}

/** How many files are held over the page; a folder is counted as one. */
function count({ dataTransfer }: DragEvent): number {
  return dataTransfer?.items.length ?? 0
}

/** Fields for files take what is dropped on them themselves, and a window above the page keeps it from the page. */
function isOfFiles({ dataTransfer, target }: DragEvent): boolean {
  if (dataTransfer?.types.includes('Files') !== true) return false
  return !(target instanceof Element && target.closest('dialog, input[type="file"]'))
}
