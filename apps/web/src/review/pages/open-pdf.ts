/** A PDF as its pages; what reads it is loaded with the first one. */

import { getDocument } from 'unpdf/pdfjs'

export type Pdf = Awaited<ReturnType<typeof openPdf>>

/** Opens a PDF that somebody has uploaded: nothing in it is run, and its fonts are drawn rather than installed. */
export async function openPdf(data: Uint8Array) {
  return getDocument({ data, disableFontFace: true, useSystemFonts: false, enableXfa: false }).promise
}

/** Draws a page, the first being 0, as wide as this many pixels; stops when the signal does. */
export async function drawPage(
  pdf: Pdf,
  page: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<void> {
  const found = await pdf.getPage(page + 1)
  if (signal.aborted) return
  const viewport = found.getViewport({ scale: width / found.getViewport({ scale: 1 }).width })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const drawing = found.render({ canvas, viewport })
  signal.addEventListener('abort', () => drawing.cancel(), { once: true })
  await drawing.promise.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
