/** How long which records are stored: the one table of it. */

/** Records that are deleted some time after they were over. */
export interface RecordKind {
  /** For documentation and previews. */
  readonly what: string
  /** Days after they are over; absent: they are stored for good, unless `RUSHES_RETENTION` says how long. */
  readonly days?: number
  /** Whether `RUSHES_RETENTION` may give another number of days. */
  readonly isFixed?: true
}

export const recordKinds = {
  events: { what: 'events, and the activities that are found in them' },
  audit: { what: 'records of the audit' },
  workflows: { what: 'workflows that have ended, with their tasks and reports' },
  webhookDeliveries: { what: 'what was sent to webhooks, or given up', days: 30 },
  outbox: { what: 'mails and calls of shares that were sent, or given up', days: 30 },
  notifications: { what: 'notifications of users, read or not', days: 60 },
  exports: { what: 'files that subtitles were exported to', days: 1 },
  timings: { what: 'how long requests took', days: 3 },
  subtitleRuns: { what: 'what runs of automatic subtitles have begun with', days: 7, isFixed: true },
  sessions: { what: 'sessions that have ended; logins that have expired, a week later', days: 0, isFixed: true },
  loginFailures: { what: 'failed logins that no longer count', days: 0, isFixed: true },
  passwordResets: { what: 'links for new passwords that have expired', days: 0, isFixed: true },
  visitorSessions: {
    what: 'what visitors of shares had to say who they are, once it has expired',
    days: 0,
    isFixed: true,
  },
  visits: {
    what: 'what visitors of shares without a link of their own have seen, once their session is forgotten',
    days: 0,
    isFixed: true,
  },
  mentions: { what: 'who was mentioned in comments that are deleted', days: 0, isFixed: true },
} as const satisfies Readonly<Record<string, RecordKind>>

export type RecordName = keyof typeof recordKinds

/** Days that records are stored after they are over; undefined for good. */
export type RetentionPeriods = {
  readonly [Name in RecordName]: (typeof recordKinds)[Name] extends { days: number } ? number : number | undefined
}

export const recordNames = Object.keys(recordKinds) as RecordName[]
const maxDays = 36_500

/** How long records are stored where nothing else is set. */
export const defaultPeriods = Object.freeze(
  Object.fromEntries(
    recordNames.map(name => [name, (recordKinds[name] as RecordKind).days]),
  ) as unknown as RetentionPeriods,
)

/** Reads `events=90,audit=365`; throws `Error` with the end of the sentence "RUSHES_RETENTION …". */
export function parseRetention(value: string): RetentionPeriods {
  const settable = recordNames.filter(name => !(recordKinds[name] as RecordKind).isFixed)
  const periods = new Map<string, number>()
  for (const entry of value.split(',').map(entry => entry.trim())) {
    if (entry === '') continue
    const [, name, text] = /^(\w+)=(\d{1,5})$/.exec(entry) ?? []
    if (name === undefined || Number(text) < 1 || Number(text) > maxDays) {
      throw new Error(
        `must list records with days from 1 to ${maxDays} such as events=90, not ${JSON.stringify(entry)}`,
      )
    }
    if (!settable.some(known => known === name)) {
      throw new Error(`names ${name}; it can name ${settable.join(', ')}`)
    }
    if (periods.has(name)) throw new Error(`names ${name} twice`)
    periods.set(name, Number(text))
  }
  return Object.freeze({ ...defaultPeriods, ...Object.fromEntries(periods) })
}
