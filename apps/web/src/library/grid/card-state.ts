/** What goes on with a clip, from its upload, the work on it and its file. Pure. */

import type { ReviewStatusChoice } from '@rushes/contract'
import { findStatusKind, nameStatus } from '../../design/status/review-status.ts'
import type { StatusKind } from '../../design/status/status.tsx'
import { formatPercent } from '../../platform/translations.ts'
import { nameWork } from '../../platform/work-names.ts'
import { isUnreadable } from '../../player/media-names.ts'
import type { Upload } from '../../uploads/uploads.ts'
import type { FoundClip } from '../clips/clip-search.ts'
import type { ClipWork } from '../clips/workflow-states.ts'
import { texts } from '../messages.ts'

export interface CardState {
  readonly kind: StatusKind
  readonly text: string
  /** A colour that the production has chosen. */
  readonly color?: string | undefined
  /** How far the work is, from 0 to 100. */
  readonly percent?: number | undefined
  /** Whether something is under way. */
  readonly isBusy?: true
  /** Why it failed, and the workflow to try again. */
  readonly failure?: { readonly reason: string; readonly workflowId: string | undefined }
}

/** How a clip was reviewed. */
export function toReviewState(id: string | undefined, statuses: readonly ReviewStatusChoice[]): CardState {
  if (id === undefined) return { kind: 'none', text: texts('notReviewed') }
  const choice = statuses.find(status => status.id === id)
  const kind = findStatusKind(choice ?? { id })
  return {
    kind: kind ?? 'info',
    text: choice ? nameStatus(choice) : id,
    ...(kind === undefined && choice?.color ? { color: choice.color } : {}),
  }
}

/** What is most worth knowing of a clip: a failure, then what is under way, then its review. */
export function toCardState(
  clip: FoundClip,
  { work, upload }: { work: ClipWork | undefined; upload: Upload | undefined },
  statuses: readonly ReviewStatusChoice[],
): CardState {
  if (upload && upload.state !== 'arrived') return toUploadState(upload)
  if (work?.isFailed) {
    const failure = { reason: work.reason ?? texts('workFailed'), workflowId: work.workflowId }
    return { kind: 'danger', text: texts('workFailed'), failure }
  }
  if (work) {
    const text = work.label === undefined ? texts('working') : nameWork(work.label)
    return { kind: 'info', text: withPercent(text, work.percent), percent: work.percent, isBusy: true }
  }
  if (clip.type === 'PENDING' && clip.reviewStatus === undefined) {
    return upload ? { kind: 'info', text: texts('working'), isBusy: true } : { kind: 'none', text: texts('PENDING') }
  }
  if (isUnreadable(clip) && clip.reviewStatus === undefined) return { kind: 'danger', text: texts('unreadableFile') }
  return toReviewState(clip.reviewStatus, statuses)
}

export function toUploadState({ state, sentBytes, size, error }: Upload): CardState {
  if (state === 'failed') {
    return { kind: 'danger', text: texts('uploadFailed'), failure: { reason: error ?? '', workflowId: undefined } }
  }
  if (state === 'arrived') return { kind: 'info', text: texts('working'), isBusy: true }
  const percent = Math.floor((sentBytes / Math.max(size, 1)) * 100)
  const text = texts(state === 'paused' ? 'paused' : state === 'file missing' ? 'chooseAgain' : 'uploading')
  return { kind: 'info', text: withPercent(text, percent), percent, isBusy: true }
}

function withPercent(text: string, percent: number | undefined): string {
  return percent === undefined ? text : `${text} · ${formatPercent(percent)}`
}
