/** Tags as they are typed: divided by commas, in quotation marks where a tag has a comma itself. */

const tagPattern = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))/g

export function readTags(text = ''): string[] {
  const tags = Array.from(text.matchAll(tagPattern), ([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
  return [...new Set(tags)].filter(tag => tag !== '')
}

export function writeTags(tags: readonly string[]): string {
  return tags.map(tag => (/^"|,/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')
}
