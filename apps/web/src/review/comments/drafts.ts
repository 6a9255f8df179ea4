/** Comments that were begun: they are there again when the clip is opened the next time, in this browser. */

import { readJson } from '../../platform/reading/read-json.ts'
import type { Drawn } from '../drawing/sketch.ts'
import { readStrokes } from '../drawing/strokes.ts'

/** Longer ones are not kept. */
const maxLength = 20_000

function toKey(name: string): string {
  return `rushes.comment.${name}`
}

/** What was begun under this name. */
export function readDraft(name: string): string {
  return localStorage.getItem(toKey(name)) ?? ''
}

export function keepDraft(name: string, text: string): void {
  try {
    if (text.trim() === '' || text.length > maxLength) localStorage.removeItem(toKey(name))
    else localStorage.setItem(toKey(name), text)
  } catch {
    // The browser keeps no more: the text is still in its field.
  }
}

/** What was drawn for the comment that was begun under this name. */
export function readDrawing(name: string): Drawn | undefined {
  const { frame, strokes } = Object(readJson(localStorage.getItem(toDrawingKey(name)) ?? '')) as Record<string, unknown>
  const read = readStrokes(strokes)
  return typeof frame === 'number' && read.length > 0 ? { frame, strokes: read } : undefined
}

export function keepDrawing(name: string, drawn: Drawn): void {
  try {
    if (drawn.strokes.length === 0) localStorage.removeItem(toDrawingKey(name))
    else localStorage.setItem(toDrawingKey(name), JSON.stringify(drawn))
  } catch {
    // The browser keeps no more: the drawing is still on its frame.
  }
}

/** Whether comments on this clip were for the team only the last time: so is what was begun. */
export function readAudience(name: string): boolean {
  return localStorage.getItem(`${toKey(name)}.internal`) !== null
}

export function keepAudience(name: string, isInternal: boolean): void {
  try {
    if (isInternal) localStorage.setItem(`${toKey(name)}.internal`, '1')
    else localStorage.removeItem(`${toKey(name)}.internal`)
  } catch {
    // The browser keeps no more: the page itself remembers it.
  }
}

function toDrawingKey(name: string): string {
  return `${toKey(name)}.drawing`
}
