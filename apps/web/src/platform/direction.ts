/** Whether the page begins at the right, as its language is written. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}
