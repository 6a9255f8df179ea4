/** How members of an archive are called; anything else is none of ours. */

/** What a member is, by its name: `part` of lines, `file` that belongs to a line, `copy` that says nothing new. */
export type MemberKind = 'head' | 'part' | 'file' | 'copy' | 'manifest'

const kinds: readonly (readonly [MemberKind, RegExp])[] = [
  ['head', /^archive\.json$/],
  ['manifest', /^manifest\.json$/],
  ['part', /^[a-z][a-z-]{0,40}\.jsonl$/],
  ['file', /^media\/\d{1,16}(?:\.[a-z0-9]{1,10})?$/],
  ['file', /^files\/\d{1,16}$/],
  ['copy', /^subtitles\/\d{1,16}\/\d{1,16}(?:_[A-Za-z0-9-]{1,40})?\.[a-z]{1,10}$/],
]

/** What a member is; nothing for a name that is none of ours, such as a path out of the archive. */
export function findMemberKind(name: string): MemberKind | undefined {
  return kinds.find(([, pattern]) => pattern.test(name))?.[0]
}

export function toPartMember(part: string): string {
  return `${part}.jsonl`
}
