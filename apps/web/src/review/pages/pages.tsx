import { useSignal } from '@preact/signals'
import type { MediaObjectInstance } from '@rushes/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { Skeleton } from '../../design/lists/skeleton.tsx'
import { useCommands } from '../../platform/keys/commands.ts'
import { toMessage } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import type { Film } from '../../player/film.ts'
import type { ReviewAccess } from '../access.ts'
import { texts } from './messages.ts'
import type { Pdf } from './open-pdf.ts'
import './pages.css'

interface PagesProps {
  access: ReviewAccess
  file: MediaObjectInstance
  /** Its frames are the pages. */
  film: Film
}

/** A PDF, page by page; the page that is shown is what a comment is about. */
export function Pages({ access, file, film }: PagesProps) {
  const pdf = useResource(signal => loadPdf(access, file, signal), [access.api, file.id, file.version])
  return <Loaded resource={pdf}>{shown => <PdfPages pdf={shown} film={film} name={file.fileName ?? ''} />}</Loaded>
}

async function loadPdf({ api, prId }: ReviewAccess, file: MediaObjectInstance, signal: AbortSignal): Promise<Pdf> {
  const [link, { openPdf }] = await Promise.all([
    api.media.getDownloadLink({ prId, id: file.mediaObjectId, moiId: file.id, signal }),
    import('./open-pdf.ts'),
  ])
  const address = new URL(await link.text())
  // An object store need not allow the pages of other origins to read what it has.
  address.searchParams.set('redirect', 'false')
  const answer = await fetch(address, { signal })
  if (!answer.ok) throw new Error(texts('noPages'))
  return openPdf(new Uint8Array(await answer.arrayBuffer())).catch(() => {
    throw new Error(texts('noPages'))
  })
}

function PdfPages({ pdf, film, name }: { pdf: Pdf; film: Film; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const isDrawn = useSignal(false)
  const fault = useSignal('')
  const last = pdf.numPages - 1
  const page = Math.min(film.wanted.value ?? film.frame.value, last)
  useEffect(() => {
    film.frame.value = page
    film.wanted.value = undefined
  }, [film, page])
  useEffect(() => {
    const [element, around] = [canvas.current, box.current]
    if (!element || !around) return undefined
    const stopper = new AbortController()
    isDrawn.value = false
    fault.value = ''
    const width = Math.min(around.clientWidth * devicePixelRatio, 2400)
    import('./open-pdf.ts')
      .then(({ drawPage }) => drawPage(pdf, page, element, width, stopper.signal))
      .then(
        () => {
          isDrawn.value = true
        },
        error => {
          fault.value = toMessage(error)
        },
      )
    return () => stopper.abort()
  }, [pdf, page])
  const turn = (by: number) => film.seek(Math.min(Math.max(page + by, 0), last))
  const section = texts('pages')
  useCommands([
    { id: 'pages.previous', title: texts('previousPage'), section, keys: ['ArrowLeft', ','], run: () => turn(-1) },
    { id: 'pages.next', title: texts('nextPage'), section, keys: ['ArrowRight', '.'], run: () => turn(1) },
    { id: 'pages.first', title: texts('firstPage'), section, keys: 'Home', run: () => film.seek(0) },
    { id: 'pages.last', title: texts('lastPage'), section, keys: 'End', run: () => film.seek(last) },
  ])
  const label = texts('pageOf', { number: page + 1, count: pdf.numPages })
  return (
    <div class="pages">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <div class="pages-sheet" ref={box} tabIndex={0}>
        {!isDrawn.value && fault.value === '' && <Skeleton />}
        {fault.value !== '' && (
          <p class="notice" role="alert">
            {fault.value}
          </p>
        )}
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${name}, ${label}`}
          data-page={isDrawn.value ? page + 1 : undefined}
        />
      </div>
      <nav class="pages-bar" aria-label={texts('pages')}>
        <Button
          kind="icon"
          icon="chevron-left"
          aria-label={texts('previousPage')}
          disabled={page === 0}
          onClick={() => turn(-1)}
        />
        <span class="num" role="status">
          {label}
        </span>
        <Button
          kind="icon"
          icon="chevron-right"
          aria-label={texts('nextPage')}
          disabled={page === last}
          onClick={() => turn(1)}
        />
      </nav>
    </div>
  )
}
