/** The production that the pages are about, and what the user may do there. */

import { computed, effect, signal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { api } from '../platform/reading/api.ts'
import { path } from '../platform/router.tsx'
import { user } from './session.ts'

export interface Entered {
  readonly production: Production
  readonly held: ReadonlySet<string>
}

const kept = 'rushes.production'
const last = signal(Number(localStorage.getItem(kept)) || undefined)

/** The production of the address. */
export const openProduction = computed(() => Number(/^\/app\/production\/(\d+)/.exec(path.value)?.[1]) || undefined)
/** The same, elsewhere the last one that was opened in this browser. */
export const nearProduction = computed(() => openProduction.value ?? last.value)

const known = signal<ReadonlyMap<number, Entered>>(new Map())
/** What was asked last of each production, and at which address. */
const asked = new Map<number, { readonly at: string; readonly answer: Promise<Entered> }>()

// What one person may do is nothing that the next one is shown.
let whose: number | undefined
effect(() => {
  if (user.value?.id === whose) return
  whose = user.value?.id
  known.value = new Map()
  asked.clear()
})

/** What is known of a production, without asking. */
export function getKnown(prId: number | undefined): Entered | undefined {
  return prId === undefined ? undefined : known.value.get(prId)
}

/** Puts something newer in place of what is known. */
export function setKnown(entered: Entered): void {
  const { id } = entered.production
  if (id === undefined) return
  known.value = new Map(known.value).set(id, entered)
  asked.set(id, { at: path.value, answer: Promise.resolve(entered) })
}

/**
 * Asks what a production is called and what the user may do there: once for all parts of a page, whenever they are loaded.
 * One that was just listed is not asked for by itself.
 */
export function loadProduction(prId: number, listed?: Production): Promise<Entered> {
  const last = asked.get(prId)
  if (last?.at === path.value) return last.answer
  const answer = ask(prId, listed)
  asked.set(prId, { at: path.value, answer })
  answer.then(
    entered => {
      // Something newer was saved, or somebody else has signed in.
      if (asked.get(prId)?.answer === answer) known.value = new Map(known.value).set(prId, entered)
    },
    () => {
      if (asked.get(prId)?.answer === answer) asked.delete(prId)
    },
  )
  return answer
}

async function ask(prId: number, listed: Production | undefined): Promise<Entered> {
  const [production, rights] = await Promise.all([
    listed ?? api.productions.getProduction({ prId }),
    api.productions.listPermissions({ prId }),
  ])
  return { production, held: new Set<string>(rights) }
}

/** The same with how its clips are described and reviewed. */
export async function loadDescribed(prId: number, signal: AbortSignal) {
  const [entered, description, statuses] = await Promise.all([
    loadProduction(prId),
    api.customFields.getAnnotationFields({ prId, signal }),
    api.productions.listReviewStatuses({ prId, signal }),
  ])
  return { ...entered, description, statuses: statuses.items }
}

/** Keeps the production at hand that the places of the rail belong to. */
export function useNearProduction(): Entered | undefined {
  const prId = nearProduction.value
  const isOpen = prId === openProduction.value
  const id = user.value?.id
  useEffect(() => {
    if (prId === undefined) return
    loadProduction(prId).then(
      () => {
        localStorage.setItem(kept, String(prId))
        last.value = prId
      },
      () => {
        // The page says why; of one that was left long ago nobody wants to know.
        if (!isOpen) last.value = undefined
      },
    )
  }, [prId, id])
  return getKnown(prId)
}
