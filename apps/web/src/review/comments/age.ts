import { language } from '../../platform/translations.ts'
import { texts } from '../messages.ts'

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago something was, in as few letters as the language has for it: `2 h`, `38 min`. */
export function writeAge(instant: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - instant) / 1000)
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? []
  if (unit === undefined) return texts('now')
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(seconds / length),
  )
}
