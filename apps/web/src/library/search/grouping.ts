import { isSearchName } from '../../custom-fields/described.ts'

/** "Available groupings come from the production setting `libraryGroupings` (list of objects with `label` and `fields`)." */
export interface Grouping {
  readonly label: string
  readonly fields: readonly string[]
}

/** As deep as the service counts. */
const mostLevels = 3

/** The groupings of a setting, whatever else it holds. */
export function readGroupings(setting: unknown): Grouping[] {
  if (!Array.isArray(setting)) return []
  return setting.flatMap((entry: unknown) => {
    const { label, fields } = Object(entry) as { label?: unknown; fields?: unknown }
    const names = Array.isArray(fields) ? fields.map(String) : []
    if (names.length === 0 || !names.every(isSearchName)) return []
    return [{ label: typeof label === 'string' ? label : names.join(', '), fields: names.slice(0, mostLevels) }]
  })
}
