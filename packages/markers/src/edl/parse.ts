/*
 * The lines of an edit list that matter here:
 *
 *   FCM: DROP FRAME                                                            how labels count from here on
 *   001  AX  V  C  <source in> <source out> <record in> <record out>           an event
 *   * FROM CLIP NAME: Interview                                                of the event above
 *   * LOC: <record timecode> RED     text                                      a locator
 *   * MARKER: {…}                                                              more of the locator above, by this package
 *    notes |C:ResolveColorBlue |M:name |D:1                                    the event above is a marker of Resolve
 */

const label = String.raw`(\d\d[:;]\d\d[:;]\d\d[:;.,]\d\d)`
const eventLine = new RegExp(String.raw`^\d{1,6}\s+\S.*?\s${label}\s+${label}\s+${label}\s+${label}\s*$`)
const longestEventLine = 1000
const modeLine = /^FCM:\s*(NON[- ])?DROP/i
const clipStart = /^\*\s*FROM CLIP NAME:/i
const locatorStart = new RegExp(String.raw`^\*\s*LOC:\s*${label}(?!\S)`, 'i')
const noteStart = /^\*\s*MARKER:/
const colour = /^(?:RED|GREEN|BLUE|CYAN|MAGENTA|YELLOW|BLACK|WHITE|ORANGE|PURPLE|PINK)(?:\s+|$)/i

/** The place of a range of a clip in the cut, in the list's timecodes. */
export interface Event {
  readonly sourceIn: string
  readonly recordIn: string
  readonly recordOut: string
  readonly isDrop: boolean | undefined
  clipName: string | undefined
}

export interface Locator {
  /** Counted from 1. */
  readonly line: number
  /** Record timecode. */
  readonly label: string
  /** What the list declares of its labels. */
  readonly isDrop: boolean | undefined
  /** The event that it stands below. */
  readonly event: Event | undefined
  readonly text: string
  /** How many frames a marker of Resolve lasts. */
  readonly duration?: number | undefined
  /** The JSON of the note behind it. */
  note: string | undefined
}

/** The events and the locators of a list; other lines are passed over. */
export function parseList(text: string): { events: Event[]; locators: Locator[] } {
  const events: Event[] = []
  const locators: Locator[] = []
  let isDrop: boolean | undefined
  let event: Event | undefined
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const mode = modeLine.exec(line)
    if (mode) isDrop = mode[1] === undefined
    const edit = line.length > longestEventLine ? null : eventLine.exec(line)
    if (edit) {
      const [, sourceIn = '', , recordIn = '', recordOut = ''] = edit
      event = { sourceIn, recordIn, recordOut, isDrop, clipName: undefined }
      events.push(event)
    }
    if (event) event.clipName = findRest(line, clipStart) ?? event.clipName
    const note = findRest(line, noteStart)
    const last = locators.at(-1)
    if (note !== undefined && last?.line === index) last.note = note
    const locator = findLocator(line, event)
    if (locator) locators.push({ line: index + 1, isDrop, note: undefined, ...locator })
  }
  return { events, locators }
}

function findLocator(
  line: string,
  event: Event | undefined,
): Pick<Locator, 'label' | 'event' | 'text' | 'duration'> | undefined {
  const locator = locatorStart.exec(line)
  if (locator) {
    const text = line.slice(locator[0].length).trim().replace(colour, '')
    return { label: locator[1]!, event, text }
  }
  const found = event && findResolveMarker(line)
  // The event is nothing but the marker: it leads to no other timecode.
  return found && { label: event!.recordIn, event: undefined, ...found }
}

/** What stands behind the beginning of a line, if it begins so. */
function findRest(line: string, start: RegExp): string | undefined {
  const match = start.exec(line)
  return match ? line.slice(match[0].length).trim() : undefined
}

/** Notes, colour, name and duration, as Resolve writes a marker; a name that it gave by itself says nothing. */
function findResolveMarker(line: string): Pick<Locator, 'text' | 'duration'> | undefined {
  const colourAt = line.indexOf('|C:')
  const nameAt = line.indexOf('|M:', colourAt)
  if (colourAt < 0 || nameAt < 0) return undefined
  const lastAt = line.lastIndexOf('|D:')
  // One that somebody has cut lasts for a frame.
  const durationAt = lastAt < nameAt ? line.length : lastAt
  const notes = line.slice(0, colourAt).trim()
  const name = line.slice(nameAt + 3, durationAt).trim()
  const isOwnName = name !== '' && !/^Marker \d+$/.test(name)
  const text = notes === '' ? name : isOwnName ? `${name}\n${notes}` : notes
  const [, duration] = /^\|D:\s*(\d{1,9})\s*$/.exec(line.slice(durationAt)) ?? []
  return { text, ...(duration !== undefined && { duration: Number(duration) }) }
}
