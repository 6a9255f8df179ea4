/**
 * Puts a text into the clipboard. Where a page may not do that itself, as without https, a field that is there for this
 * moment only is chosen and copied as people do.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    // In a dialog, which keeps the focus inside.
    const place = document.querySelector('dialog[open]') ?? document.body
    place.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
}
