/** What people type, as a query of the search. */

/** The words of what was typed; what the search syntax would read in them is taken as it is. */
export function toWords(typed: string): string[] {
  return typed
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => word.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'))
}

/** Every word of what was typed, the last one as a beginning; everything where nothing was typed. For `q.op` AND. */
export function toWordQuery(typed: string): string {
  const words = toWords(typed)
  return words.length === 0 ? '*:*' : `${words.join(' ')}*`
}
