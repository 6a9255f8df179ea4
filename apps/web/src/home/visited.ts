/** Where the user was last in this browser: clips and subtitles, and how far in the film. */

import { user } from '../frame/session.ts'

export interface Visited {
  readonly prId: number
  readonly moId: number
  /** Of subtitles; absent for the clip itself. */
  readonly language?: string | undefined
  /** Seconds from the beginning of the film, and its length. */
  readonly seconds: number
  readonly length: number
}

const maxVisited = 8

const toKey = () => `rushes.visited.${user.peek()?.id ?? ''}`

export function listVisited(): readonly Visited[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(toKey()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isVisited) : []
  } catch {
    return []
  }
}

function isVisited(value: unknown): value is Visited {
  const { prId, moId, seconds } = (value ?? {}) as Partial<Record<keyof Visited, unknown>>
  return typeof prId === 'number' && typeof moId === 'number' && typeof seconds === 'number'
}

/** What an address shows of a clip; nothing for other pages. */
function readVisit(path: string): Pick<Visited, 'prId' | 'moId' | 'language'> | undefined {
  const [, prId, moId, language] = /^\/app\/production\/(\d+)\/clip\/(\d+)(?:\/subtitles\/([^/]+))?$/.exec(path) ?? []
  if (prId === undefined || moId === undefined) return undefined
  return { prId: Number(prId), moId: Number(moId), ...(language === undefined ? {} : { language }) }
}

/** Puts a visit first; without a time the one that is known stays. */
export function noteVisit(path: string, film?: { readonly currentTime: number; readonly duration: number }): void {
  const visit = readVisit(path)
  if (!visit) return
  const isSame = (other: Visited) =>
    other.prId === visit.prId && other.moId === visit.moId && other.language === visit.language
  const all = listVisited()
  const before = all.find(isSame)
  const now = {
    ...visit,
    seconds: film?.currentTime ?? before?.seconds ?? 0,
    length: (film && Number.isFinite(film.duration) ? film.duration : before?.length) ?? 0,
  }
  const others = all.filter(other => !isSame(other))
  localStorage.setItem(toKey(), JSON.stringify([now, ...others].slice(0, maxVisited)))
}
