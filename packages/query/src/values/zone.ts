/** A time zone, as far as date expressions need it. */
export interface Zone {
  /** What its clocks are ahead of UTC at a moment, in milliseconds. */
  offsetAt(ms: number): number
}

const offset = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/** The zone of a name of the IANA database, or `GMT+2`, `GMT+05:30`; undefined for one that does not exist. */
export function findZone(name: string): Zone | undefined {
  const [custom, sign, hours = '', minutes = '00'] = /^(?:GMT|UTC)([+-])(\d{1,2})(?::?(\d\d))?$/.exec(name) ?? []
  const timeZone = custom === undefined ? name : `${sign}${hours.padStart(2, '0')}:${minutes}`
  // Offsets without GMT are no names of Solr.
  if (custom === undefined && !/^[A-Za-z]/.test(name)) return undefined
  const format = createFormat(timeZone)
  return format && { offsetAt: ms => readOffset(format, ms) }
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const text = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = offset.exec(text) ?? []
  const amount = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -amount : amount
}
