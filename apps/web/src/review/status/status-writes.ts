import { useSignal } from '@preact/signals'
import type { Client } from '@rushes/client'
import type { ReviewStatusChoice } from '@rushes/contract'
import { useRef } from 'preact/hooks'
import { tell } from '../../design/floating/toasts.tsx'
import { nameStatus } from '../../design/status/review-status.ts'
import type { KeptClips } from '../../library/writes/stored-clips.ts'
import { assign } from '../../platform/bind.ts'
import { createKey } from '../../platform/writes/create-key.ts'
import { takeBack, type Write, write } from '../../platform/writes/write.ts'
import type { ReviewAccess } from '../access.ts'
import type { ReviewedClip } from '../load-clip.ts'
import { texts } from '../messages.ts'
import { toChangedSince } from './changed-since.ts'

/** Where a review status is changed, and by whom. */
interface StatusPlace {
  readonly api: Client
  readonly prId: number
  /** Absent until it is known. */
  readonly access: ReviewAccess | undefined
  readonly choices: readonly ReviewStatusChoice[]
}

interface ShownStatus {
  readonly of: number
  readonly status: string | undefined
  /** As it was read last when this was stored: what is read afterwards has it. */
  readonly until?: ReviewedClip | undefined
}

/** The review status, shown as chosen at once, as it was where the service refuses the change, and undone by Ctrl+Z. */
export function useStatus(
  { api, prId, access, choices }: StatusPlace,
  clip: ReviewedClip | undefined,
  reload: () => void,
) {
  const chosen = useSignal<ShownStatus | undefined>(undefined)
  const moId = clip?.id ?? 0
  const latest = useRef({ clip, reload })
  latest.current = { clip, reload }
  const { value } = chosen
  const isChosen = value?.of === moId && (value.until === undefined || value.until === clip)
  const shown = isChosen ? value.status : clip?.reviewStatus
  return {
    shown,
    async set(status: string) {
      const choice = choices.find(({ id }) => id === status)
      const name = choice ? nameStatus(choice) : status
      const before = shown
      let [isDone, isRefused] = [false, false]
      const show = (wanted: string | undefined) => {
        chosen.value = { of: moId, status: wanted }
      }
      const send = async (wanted: string | undefined, expected?: string) => {
        const path = '/reviewStatus'
        const test = expected === undefined ? [] : [{ op: 'test' as const, path, value: expected }]
        const step =
          wanted === undefined ? { op: 'remove' as const, path } : { op: 'add' as const, path, value: wanted }
        await api.annotations.patchMediaObjectAnnotation({ prId, moId, body: [...test, step] }).catch(toChangedSince)
        isDone = true
        chosen.value = { of: moId, status: wanted, until: latest.current.clip }
        latest.current.reload()
      }
      /** For the team: a visitor's status waits only as long as the page is there. */
      const toStored = (value: string | undefined, expected: string | undefined) => {
        if (!access || access.shareId !== undefined) return undefined
        const path = '/reviewStatus'
        const change = { what: 'set' as const, members: { [path]: value ?? null } }
        const data: KeptClips = { prId, ids: [moId], change, expected: { [path]: expected } }
        return { key: createKey(), kind: 'clips', owner: access.owner, data }
      }
      const own: Write = {
        object: `status ${moId}`,
        apply: () => (isRefused ? assign(chosen, undefined)() : show(status)),
        revert: () => (isDone ? show(before) : assign(chosen, undefined)()),
        send: () => send(status),
        stored: toStored(status, before),
        storedBack: () => toStored(before, status),
        sendBack: async () => {
          isRefused = true
          await send(before, status)
          isRefused = false
        },
      }
      if (!(await write(own))) return
      tell(texts('statusSet', { status: name }), 'info', [{ text: texts('undo'), onChoose: () => void takeBack(own) }])
    },
  }
}
