/** Escapes what would begin a tag, a reference or an arrow, and the space by which blank lines are written. */
export function escapeText(text: string): string {
  if (!/[&<>\0\u00a0]/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\0', '\ufffd')
}

/** One space for every run of white space, none at the ends; how names in tags are compared. */
export function collapseSpace(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '')
}
