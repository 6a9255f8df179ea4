import type { ArchivePart } from '../../platform/archive/index.ts'
import type { Module } from '../../platform/module.ts'

declare module '../../platform/module.ts' {
  interface Services {
    /** Everything that a production is made of, in the order in which it is written: what is named comes first. */
    readonly archiveParts: readonly ArchivePart[]
  }
}

/** The parts of all modules; throws where no order has each module after those that it names. */
export function listArchiveParts(modules: readonly Module[]): readonly ArchivePart[] {
  const waiting = modules.flatMap(({ name, archive }) => (archive ? [{ name, ...archive }] : []))
  const placed = new Set<string>()
  const parts: ArchivePart[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ after = [] }) => after.every(name => placed.has(name)))
    if (at < 0) throw new Error(`no order of archives: ${waiting.map(({ name }) => name).join(', ')}`)
    const [next] = waiting.splice(at, 1)
    placed.add(next!.name)
    parts.push(...next!.parts)
  }
  return parts
}

/** In the order in which they are read. */
export function toReadingOrder(parts: readonly ArchivePart[]): ArchivePart[] {
  return [...parts.filter(part => !part.isReadLast), ...parts.filter(part => part.isReadLast)]
}
