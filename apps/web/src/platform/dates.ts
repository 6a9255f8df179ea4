/** Days and lengths of time as people of the language write them. */

import { findRegion, language } from './translations.ts'

/** A date without a time: `Fri 4 Dec`, with the year where it is another one. */
export function formatDay(instant: number, now: number = Date.now()): string {
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(findRegion(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(instant)
}

/** A length of time as `2 hr 5 min`: two units at most, and never less than a second. */
export function formatDuration(seconds: number): string {
  const write = (count: number, unit: 'second' | 'minute' | 'hour') =>
    new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
  if (seconds < 60) return write(Math.max(1, Math.round(seconds)), 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return write(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 || hours > 9
    ? write(Math.round(minutes / 60), 'hour')
    : `${write(hours, 'hour')} ${write(minutes % 60, 'minute')}`
}
