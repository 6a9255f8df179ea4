import { brokenRule } from '@rushes/contract'

/** The things of one part. */
interface Numbered {
  /** Sorted. */
  readonly old: Float64Array
  readonly now: Float64Array
  /** Which of them have come. */
  readonly seen: Uint8Array
}

/**
 * What the things of an archive are called here: the id that each had and the one that it has now, 17 bytes for each of
 * them, so that a million comments do not fill the memory.
 */
export class ArchiveIds {
  readonly #parts = new Map<string, Numbered>()
  readonly #outside = new Map<string, number>()
  readonly #losses = new Map<string, number>()
  readonly #takeId: () => Promise<number>

  /** `takeId` gives a new id of the service. */
  constructor(takeId: () => Promise<number>) {
    this.#takeId = takeId
  }

  /** Gives the things of a part their ids; the order of the old ids is that of the new ones. Throws for one given twice. */
  add(part: string, old: Float64Array, now: Float64Array): void {
    old.sort()
    now.sort()
    for (let at = 1; at < old.length; at++) {
      if (old[at] === old[at - 1]) throw brokenRule(`/${part}.jsonl`, `has two things with the id ${old[at]}`)
    }
    this.#parts.set(part, { old, now, seen: new Uint8Array(old.length) })
  }

  /** The id here of a thing of the archive. Throws ValidationError for one that is not in it. */
  get(part: string, id: number, path: string): number {
    const now = this.find(part, id)
    if (now === undefined) throw brokenRule(path, `${id} is not among the ${part} of the archive`)
    return now
  }

  /** The same where there may be none. */
  getAny(part: string, id: number | undefined, path: string): number | null {
    return id === undefined ? null : this.get(part, id, path)
  }

  /** The same of one that must have come earlier: so nothing can stand above itself. */
  getEarlier(part: string, id: number | undefined, path: string): number | null {
    if (id === undefined) return null
    const now = this.get(part, id, path)
    const entry = this.#parts.get(part)!
    if (entry.seen[findPlace(entry.old, id)] === 0) {
      throw brokenRule(path, `${id} comes later in ${part}, or is part of a circle`)
    }
    return now
  }

  /** The id here of a thing of the archive, if it is in it. */
  find(part: string, id: number): number | undefined {
    const entry = this.#parts.get(part)
    if (!entry) return undefined
    const place = findPlace(entry.old, id)
    const now = entry.now[place]
    return now === undefined || Number.isNaN(now) ? undefined : now
  }

  /** The same of a thing of whatever part: ids of a service are unique among all of its things. */
  findOfAny(id: number): number | undefined {
    for (const part of this.#parts.keys()) {
      const now = this.find(part, id)
      if (now !== undefined) return now
    }
    return undefined
  }

  /** The id here of what may be gone already: what is not in the archive gets one that is nobody else's. */
  async getOrTake(part: string, id: number | undefined): Promise<number | null> {
    if (id === undefined) return null
    const key = `${part} ${id}`
    const now = this.find(part, id) ?? this.#outside.get(key)
    if (now !== undefined) return now
    const taken = await this.#takeId()
    this.#outside.set(key, taken)
    return taken
  }

  /** An id for something that had none of its own. */
  take(): Promise<number> {
    return this.#takeId()
  }

  /** Says that a thing of the archive is one that was here before, or that there is none for it here. */
  assign(part: string, id: number, now: number | undefined): void {
    const entry = this.#parts.get(part)
    const place = entry ? findPlace(entry.old, id) : -1
    if (place >= 0) entry!.now[place] = now ?? Number.NaN
  }

  /** Notes that a thing has come; later ones may name it. */
  note(part: string, id: number): void {
    const entry = this.#parts.get(part)
    const place = entry ? findPlace(entry.old, id) : -1
    if (place >= 0) entry!.seen[place] = 1
  }

  /** Counts something of the archive that has no place here. */
  lose(what: string): void {
    this.#losses.set(what, (this.#losses.get(what) ?? 0) + 1)
  }

  /** What had no place here, and how often. */
  get losses(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#losses)
  }
}

/** The index of an id in a sorted list, or -1. */
function findPlace(ids: Float64Array, id: number): number {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = ids[middle]!
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}
