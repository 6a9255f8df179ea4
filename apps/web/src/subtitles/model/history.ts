/** What was done, so that it can be undone and done again without touching what others did meanwhile. */

import type { SubtitleEntry } from '@rushes/contract'
import { findRow, listMembers, type Row, type Rows, sortRows } from './rows.ts'
import { isSame } from './same.ts'

/** What became of an entry; an entry that came to be has no `before`, one that is gone no `after`. */
interface Change {
  readonly key: number
  readonly before: SubtitleEntry | undefined
  readonly after: SubtitleEntry | undefined
}

interface Step {
  readonly changes: readonly Change[]
  /** Steps of one tag that follow each other closely are one: a word that is typed. */
  readonly tag: string | undefined
  readonly at: number
}

const togetherMs = 1500
const mostSteps = 500

export class History {
  #done: Step[] = []
  #undone: Step[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Notes a change of the list. `at` is in milliseconds. */
  note(before: Rows, after: Rows, tag: string | undefined, at: number): void {
    const changes = listChanges(before, after)
    if (changes.length === 0) return
    this.#undone = []
    const last = this.#done.at(-1)
    if (last && tag !== undefined && last.tag === tag && at - last.at < togetherMs) {
      this.#done[this.#done.length - 1] = { changes: joinChanges(last.changes, changes), tag, at }
      return
    }
    this.#done = [...this.#done, { changes, tag, at }].slice(-mostSteps)
  }

  /** The rows without the last step; gives also the row that it was about. */
  undo(rows: Rows): { rows: Row[]; key: number | undefined } | undefined {
    const step = this.#done.pop()
    if (!step) return undefined
    this.#undone.push(step)
    const changes = step.changes.map(({ key, before, after }) => ({ key, before: after, after: before }))
    return { rows: applyChanges(rows, changes), key: findSubject(changes) }
  }

  redo(rows: Rows): { rows: Row[]; key: number | undefined } | undefined {
    const step = this.#undone.pop()
    if (!step) return undefined
    this.#done.push({ ...step, tag: undefined })
    return { rows: applyChanges(rows, step.changes), key: findSubject(step.changes) }
  }
}

function findSubject(changes: readonly Change[]): number | undefined {
  return changes.find(({ after }) => after !== undefined)?.key
}

function listChanges(before: Rows, after: Rows): Change[] {
  const later = new Map(after.map(row => [row.key, row.entry]))
  const earlier = new Set(before.map(({ key }) => key))
  const changed = before.flatMap(({ key, entry }) => {
    const now = later.get(key)
    const isUnchanged = now !== undefined && (now === entry || isSame(listMembers(now), listMembers(entry)))
    return isUnchanged ? [] : [{ key, before: entry, after: now }]
  })
  const added = after.filter(({ key }) => !earlier.has(key))
  return [...changed, ...added.map(({ key, entry }) => ({ key, before: undefined, after: entry }))]
}

function joinChanges(first: readonly Change[], second: readonly Change[]): Change[] {
  const joined = new Map(first.map(change => [change.key, change]))
  for (const change of second) {
    const earlier = joined.get(change.key)
    joined.set(change.key, earlier ? { ...change, before: earlier.before } : change)
  }
  return [...joined.values()]
}

/** Changes what is still as it was; what somebody has changed since stays. */
function applyChanges(rows: Rows, changes: readonly Change[]): Row[] {
  const changed = new Map<number, SubtitleEntry | undefined>()
  for (const { key, before, after } of changes) {
    const current = findRow(rows, key)?.entry
    if (after === undefined) changed.set(key, undefined)
    else changed.set(key, current && before ? putBack(current, before, after) : after)
  }
  const kept = rows.flatMap((row): Row[] => {
    if (!changed.has(row.key)) return [row]
    const entry = changed.get(row.key)
    changed.delete(row.key)
    return entry ? [{ key: row.key, entry }] : []
  })
  const added = [...changed].flatMap(([key, entry]): Row[] => (entry ? [{ key, entry }] : []))
  return sortRows([...kept, ...added])
}

function putBack(current: SubtitleEntry, before: SubtitleEntry, after: SubtitleEntry): SubtitleEntry {
  const [here, from, to] = [listMembers(current), listMembers(before), listMembers(after)]
  const names = new Set([...Object.keys(here), ...Object.keys(to)])
  const members = [...names].map(name => {
    const isMine = !isSame(from[name], to[name]) && isSame(here[name], from[name])
    return [name, isMine ? to[name] : here[name]]
  })
  const { warnings } = current
  return Object.fromEntries([...members, ['warnings', warnings]].filter(([, value]) => value !== undefined))
}
