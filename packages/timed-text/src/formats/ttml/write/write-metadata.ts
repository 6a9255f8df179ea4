import type { LossLog } from '../../../document/diagnostics.ts'
import type { JsonValue } from '../../../document/document.ts'
import type { Profile } from '../profiles.ts'
import { escapeText } from './escape.ts'

function* listEntries(metadata: JsonValue | undefined): Generator<readonly [string, string]> {
  if (!Array.isArray(metadata)) return
  for (const entry of metadata) {
    const [name, value]: readonly unknown[] = Array.isArray(entry) ? entry : []
    if (typeof name === 'string' && typeof value === 'string') yield [name, value]
  }
}

/** The first value that was kept under a name. */
export function findEntry(metadata: JsonValue | undefined, wanted: string): string | undefined {
  for (const [name, value] of listEntries(metadata)) if (name === wanted) return value
  return undefined
}

const totalCount = 'ebuttm:documentTotalNumberOfSubtitles'

/** What the file says of itself: its standard, and what it said where it was read, as far as the format has it. */
export function writeMetadata(
  metadata: JsonValue | undefined,
  profile: Profile,
  { start, count }: { start: string | undefined; count: number },
  log: LossLog,
): { readonly copyright: string; readonly inner: string } {
  const entries = new Map<string, string>()
  for (const [name, value] of listEntries(metadata)) if (!entries.has(name)) entries.set(name, value)
  entries.delete('ebuttm:documentStartOfProgramme')
  if (entries.has(totalCount)) entries.set(totalCount, String(count))
  if (start !== undefined) entries.set('ebuttm:documentStartOfProgramme', start)
  let document = ''
  for (const [name, pattern] of profile.metadata) {
    const value = entries.get(`ebuttm:${name}`)
    if (value === undefined || !pattern.test(value)) continue
    entries.delete(`ebuttm:${name}`)
    document += `<ebuttm:${name}>${escapeText(value)}</ebuttm:${name}>\n`
  }
  const take = (name: string) => {
    const value = entries.get(name)
    entries.delete(name)
    return value === undefined ? '' : `<${name}>${escapeText(value)}</${name}>\n`
  }
  const [copyright, title, description] = [take('ttm:copyright'), take('ttm:title'), take('ttm:desc')]
  if (entries.size > 0) {
    log.lose('COMMENT_DROPPED', 'info', `${profile.name} has no place for some of the metadata of the file`)
  }
  const standard =
    profile.standard === undefined ? '' : `<ebuttm:conformsToStandard>${profile.standard}</ebuttm:conformsToStandard>\n`
  const ofDocument = standard + document
  return {
    copyright,
    inner:
      title +
      description +
      (ofDocument === '' ? '' : `<ebuttm:documentMetadata>\n${ofDocument}</ebuttm:documentMetadata>\n`),
  }
}
