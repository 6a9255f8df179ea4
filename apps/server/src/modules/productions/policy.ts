import {
  type InvitationState,
  type ProductionRight,
  productionRights,
  type ReviewStatusChoice,
  type ReviewStatusKind,
  reviewStatusKinds,
} from '@rushes/contract'
import { shippedPresets } from '@rushes/timed-text'

/** What a *Production Member* may not do. */
const administratorsOnly: readonly ProductionRight[] = ['PRODUCTION_MANAGE', 'LIBRARY_DELETE', 'REVIEW_EDIT_ALL']

export const administratorRole = 'Production Administrator'

/** The roles that every production begins with. */
export const defaultRoles: readonly { name: string; permissions: ProductionRight[] }[] = [
  { name: administratorRole, permissions: [...productionRights] },
  { name: 'Production Member', permissions: productionRights.filter(right => !administratorsOnly.includes(right)) },
]

/** The categories that every production begins with: the first, and one for each structure. */
export const defaultCategories = [
  { name: 'Unassigned', type: 'UNASSIGNED' },
  { name: 'Collections', type: 'DEFAULT_NOTEBOOK' },
  { name: 'Screenplays', type: 'DEFAULT_EPISODE' },
  { name: 'Stories', type: 'DEFAULT_STORY' },
] as const

/** The review statuses of a production that configures none (review-1). */
const defaultReviewStatuses: readonly ReviewStatusChoice[] = [
  { id: 'NOT_APPROVED', label: 'Not approved' },
  { id: 'APPROVED', label: 'Approved' },
]

/** Settings of a production that has none of its own. */
export const defaultSettings: Readonly<Record<string, unknown>> = {
  reviewStatusConfig: { possibleValues: defaultReviewStatuses },
  libraryGroupings: [],
  subtitlePresets: Object.values(shippedPresets).map(({ id, name }) => ({ id, name, basedOn: id })),
  spottingRules: {
    preferredLineLength: 37,
    maximumLineLength: 40,
    preferredLineCount: 2,
    maximumLineCount: 3,
    maximumWordsPerMinute: 180,
  },
  defaultLanguage: 'en',
  quota: {},
  ingest: {},
}

/** The settings as a reader sees them: each default holds until it is replaced as a whole. */
export function withDefaultSettings(own: Record<string, unknown>): Record<string, unknown> {
  return { ...defaultSettings, ...own }
}

export function isReviewStatusKind(value: unknown): value is ReviewStatusKind {
  return reviewStatusKinds.some(kind => kind === value)
}

/** The values that `reviewStatusConfig` lists, each as an object or as its id alone; the default ones where it lists none. */
export function readReviewStatuses(config: unknown): ReviewStatusChoice[] {
  const { possibleValues }: { possibleValues?: unknown } = Object(config)
  if (!Array.isArray(possibleValues)) return [...defaultReviewStatuses]
  return possibleValues.flatMap((value: unknown) => {
    const { id, label, color, kind }: Record<string, unknown> =
      typeof value === 'string' ? { id: value } : Object(value)
    if (typeof id !== 'string') return []
    return [
      {
        id,
        label: typeof label === 'string' ? label : id,
        ...(typeof color === 'string' && { color }),
        // What was stored before it had a meaning can be anything.
        ...(isReviewStatusKind(kind) && { kind }),
      },
    ]
  })
}

/** How long an invitation may be accepted. */
export const invitationMs = 14 * 24 * 3_600_000

interface Invited {
  user_id: number | null
  expires: number | null
}

/**
 * "Someone added by `userId` is `ACCEPTED` at once; an `email` that belongs to no user is `PENDING`", until it expires.
 * `lacksFactor`: the account asks for a second factor, and the user has none.
 */
export function toInvitationState({ user_id, expires }: Invited, now: number, lacksFactor: boolean): InvitationState {
  if (user_id !== null) return lacksFactor ? 'ACCEPTED_AWAITING_2FA' : 'ACCEPTED'
  if (expires !== null && expires <= now) return 'EXPIRED'
  return lacksFactor ? 'PENDING_AWAITING_2FA' : 'PENDING'
}
