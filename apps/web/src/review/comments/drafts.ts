/** Comments that were begun: they are there again when the clip is opened the next time, in this browser. */

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
