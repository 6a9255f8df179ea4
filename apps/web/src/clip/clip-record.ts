/** What is known of a clip or of a part of it, between what is stored, what one types and what others save meanwhile. Pure. */

import type { JsonPatch } from '@rushes/contract'
import { type FormValues, listChanges, toBareValues } from '../custom-fields/values.ts'
import { toPointer } from '../platform/reading/faults.ts'
import { readTags, writeTags } from '../platform/tags.ts'

/** What a form of an annotation holds. */
export interface Draft {
  /** Texts by the names of the members that they stand for; tags divided by commas. */
  readonly texts: Readonly<Record<string, string>>
  /** Custom fields by name. */
  readonly fields: FormValues
}

/** What is read of a resource for its form. */
export interface Described {
  readonly description?: string | undefined
  readonly language?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly customFields?: unknown
}

export function toDraft({ description = '', language = '', tags = [], customFields }: Described, name?: string): Draft {
  const named: Record<string, string> = name === undefined ? {} : { name }
  return {
    texts: { ...named, description, language, tags: writeTags(tags.toSorted()) },
    fields: toBareValues(customFields),
  }
}

/** The steps that make of one what another says; none where they say the same. */
export function listSteps(before: Draft, after: Draft): JsonPatch {
  const texts = listChanged(before.texts, after.texts).map(member => ({
    op: 'add' as const,
    path: toPointer(member),
    value: member === 'tags' ? readTags(after.texts.tags) : after.texts[member],
  }))
  return [...texts, ...listChanges(before.fields, after.fields)]
}

/** By JSON Pointer: what somebody else has saved where one has typed something else. */
export type Conflicts = ReadonlyMap<string, unknown>

/** What one has typed on top of what others have saved; where both changed the same, one's own stays and is reported. */
export function mergeDrafts(before: Draft, mine: Draft, theirs: Draft): { draft: Draft; conflicts: Conflicts } {
  const conflicts = new Map<string, unknown>()
  const merge = <Value>(
    [old, own, other]: readonly [Group<Value>, Group<Value>, Group<Value>],
    toPath: (name: string) => string,
  ): Group<Value> => {
    const changed = listChanged(old, own)
    for (const name of changed) {
      const isTheirsToo = listChanged(old, other).includes(name) && listChanged(own, other).includes(name)
      if (isTheirsToo) conflicts.set(toPath(name), other[name])
    }
    return { ...other, ...Object.fromEntries(changed.map(name => [name, own[name] as Value])) }
  }
  const texts = merge([before.texts, mine.texts, theirs.texts], name => toPointer(name))
  const fields = merge([before.fields, mine.fields, theirs.fields], name => toPointer('customFields', name))
  return { draft: { texts, fields }, conflicts }
}

type Group<Value> = Readonly<Record<string, Value>>

function listChanged<Value>(before: Group<Value>, after: Group<Value>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
}
