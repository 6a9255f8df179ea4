/** Links to one subtitle of a list. */

import { copyText } from '../../design/copying/copy-text.ts'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { getQuery } from '../../platform/router.tsx'
import { texts } from '../messages.ts'
import type { LinkedEntry } from '../model/linked-entry.ts'
import type { Row, Rows } from '../model/rows.ts'
import { type SubtitlePlace, toEditorPath } from '../picture/place.ts'

export function readLinkedEntry(): LinkedEntry {
  return { frame: readNumber('t'), number: readNumber('entry') }
}

function readNumber(name: string): number | undefined {
  const value = getQuery(name)
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

/** Copies the address of the editor at a subtitle: its first frame, and its number for those that begin together. */
export function copyEntryLink(place: SubtitlePlace, rows: Rows, row: Row): void {
  const address = new URL(toEditorPath(place), location.href)
  address.searchParams.set('t', String(row.entry.start))
  address.searchParams.set('entry', String(rows.indexOf(row) + 1))
  copyText(address.href).then(() => tell(texts('linkCopied')), tellError)
}
