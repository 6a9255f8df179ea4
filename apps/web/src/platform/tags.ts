/** Tags as they are typed, divided by commas. */
export function readTags(text = ''): string[] {
  return [...new Set(text.split(',').map(tag => tag.trim()))].filter(tag => tag !== '')
}
