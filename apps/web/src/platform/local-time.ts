/** Instants as the fields of forms write them: in the time zone of the browser. */

const minuteMs = 60_000

/** Epoch milliseconds as the value of a field of type `datetime-local`; nothing for none, and for what is no time. */
export function toLocalInput(instant: number | undefined | null): string {
  if (instant === undefined || instant === null) return ''
  const local = new Date(instant - new Date(instant).getTimezoneOffset() * minuteMs)
  if (Number.isNaN(local.getTime())) return ''
  // Seconds are shown where there are any.
  return local.toISOString().slice(0, instant % minuteMs === 0 ? 16 : 23)
}

/** What such a field holds as epoch milliseconds; nothing where it is empty or not complete. */
export function fromLocalInput(text: string): number | undefined {
  const instant = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isNaN(instant) ? undefined : instant
}
